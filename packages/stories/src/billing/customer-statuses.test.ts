import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()
const nobodys = '00000000-0000-7000-8000-000000000000'

it('a seller sees how it stands with each customer, as months pass', async () => {
  const shop = await newShop(site, '2031-01-15')
  const pro = await shop.createProduct('Pro', 30)
  const kim = await shop.subscribe(pro, { card: 'tok_sandbox_fails_later' })
  const lee = await shop.subscribe(pro, { card: 'tok_sandbox_ok' })
  const statusOf = async (customerId: string) =>
    (await shop.get(`/customer-statuses/?customer_id=${customerId}`)).body
  expect(await statusOf(kim.customerId)).toMatchObject({ items: [{ status: 'active' }] })
  await shop.advanceTo('2031-02-16')
  expect(await statusOf(kim.customerId)).toMatchObject({ items: [{ status: 'past_due' }] })
  expect(await statusOf(lee.customerId)).toMatchObject({ items: [{ status: 'active' }] })
  expect((await shop.get('/customers/?status=past_due')).body).toMatchObject({
    items: [{ id: kim.customerId }],
    pagination: { total_count: 1 },
  })
  await shop.remove(`/subscriptions/${lee.id}`)
  expect(await statusOf(lee.customerId)).toMatchObject({ items: [{ status: 'canceled' }] })
})

it('nobody’s customer has no status', async () => {
  const shop = await newShop(site, '2031-01-15')
  expect((await shop.get(`/customer-statuses/?customer_id=${nobodys}`)).body).toEqual({ items: [] })
})
