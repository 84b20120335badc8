import { describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { newShop } from './shop.ts'

const site = testSite()

describe('the search of a seller', () => {
  it('leads from a name, an invoice and the end of a license key to their objects', async () => {
    const shop = await newShop(site, '2031-01-15')
    const { id: benefit } = await shop.polar.benefits.create({
      type: 'license_keys',
      description: 'A key',
      properties: {},
    })
    const product = await shop.createProduct('Pro', 30)
    await shop.giveWith(product, [benefit])
    const { customerId } = await shop.subscribe(product)
    await shop.polar.customers.update({ id: customerId, customerUpdate: { name: 'Ada Lovelace' } })
    await site.server.settle()
    const orders = await shop.polar.orders.list({ customerId })
    const keys = await shop.polar.licenseKeys.list({})
    const [order, key] = [orders.result.items[0], keys.result.items[0]]
    expect(await shop.get(`/orders/${order?.id ?? ''}/invoice`)).toMatchObject({ status: 200 })
    const number = textAt((await shop.get(`/orders/${order?.id ?? ''}`)).body, 'invoice_number')
    const found = async (text: string) =>
      (await shop.get(`/search?q=${encodeURIComponent(text)}`)).body
    expect(await found('lovel')).toMatchObject({
      customers: [{ id: customerId, name: 'Ada Lovelace' }],
      orders: [],
      license_keys: [],
    })
    expect(await found(number)).toMatchObject({
      customers: [],
      orders: [{ id: order?.id, total_amount: 3000, customer: { id: customerId } }],
      license_keys: [],
    })
    expect(await found(key?.key.slice(-6).toLowerCase() ?? '')).toMatchObject({
      license_keys: [{ id: key?.id, benefit_id: benefit, status: 'granted' }],
    })
  })

  it('refuses a text that is empty', async () => {
    const shop = await newShop(site, '2031-01-15')
    expect(await shop.get('/search?q=%20')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'q'] }] },
    })
  })
})
