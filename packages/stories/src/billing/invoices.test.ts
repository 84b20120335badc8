import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { Polar as NewerPolar } from 'polar-sdk-034'
import { beforeAll, describe, expect, it } from 'vitest'
import { newOrder } from '../../../server/test/orders.ts'
import { pdfText } from '../../../server/test/pdf-text.ts'
import { testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let bought: Parameters<typeof newOrder>[2]

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  const scopes = ['products:write', 'customers:write', 'orders:write']
  token = (await newToken(acme, scopes)).token
  const product = await backend().products.create({
    name: 'Handbook',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1000 }],
  })
  const customer = await backend().customers.create({ email: 'ada@buyer.test' })
  const priceId = product.prices[0]?.id ?? ''
  bought = { customerId: customer.id, productId: product.id, priceId }
})

const backend = () => asBackend(site, token)
const newerBackend = () => new NewerPolar({ serverURL: site.url, accessToken: token })

const newPurchase = (options: Parameters<typeof newOrder>[3] = {}) =>
  newOrder(site.server, { id: acme.organizationId }, bought, options)

async function linesAt(url: string): Promise<string[]> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return pdfText(Buffer.from(await answer.arrayBuffer()))
}

describe('the backend of Acme', () => {
  it('gets the invoice of a paid order', async () => {
    const { orders } = backend()
    const { url } = await orders.invoice({ id: await newPurchase() })
    const lines = await linesAt(url)
    expect(lines).toContain('ACME-0001')
    expect(lines).toContain('Ada Lovelace')
    expect(lines).toContain('VAT 19%')
    expect(lines).toContain('$11.90')
    const unknownId = '01890000-0000-7000-8000-000000000000'
    expect(await thrown(orders.invoice({ id: unknownId }))).toBeInstanceOf(ResourceNotFound)
  })

  it('generates an invoice in advance, once the order has billing details', async () => {
    const { orders } = newerBackend()
    const id = await newPurchase({ billingName: null })
    expect(await thrown(orders.generateInvoice({ id }))).toMatchObject({
      error: 'MissingInvoiceBillingDetails',
    })
    const address = { country: 'GB', city: 'London', line1: '12 St James’s Square' }
    const orderUpdate = { billingName: 'Analytical Engines', billingAddress: address }
    await orders.update({ id, orderUpdate })
    await orders.generateInvoice({ id })
    await site.server.settle()
    expect(await orders.get({ id })).toMatchObject({
      billingName: 'Analytical Engines',
      isInvoiceGenerated: true,
    })
    expect(await thrown(orders.generateInvoice({ id }))).toMatchObject({
      error: 'InvoiceAlreadyExists',
    })
    const lines = await linesAt((await orders.invoice({ id })).url)
    expect(lines).toEqual(expect.arrayContaining(['Analytical Engines', '12 St James’s Square']))
  })

  it('corrects an invoice by a credit note and another invoice', async () => {
    const { orders } = newerBackend()
    const id = await newPurchase()
    await orders.invoice({ id })
    const orderUpdate = { billingName: 'Babbage & Sons', billingAddress: { country: 'GB' } }
    expect(await orders.update({ id, orderUpdate })).toMatchObject({ isInvoiceGenerated: false })
    await site.server.settle()
    const { body } = await call(acme.person, 'GET', `/orders/${id}/invoices`)
    expect(at(body, 'items')).toMatchObject([
      { kind: 'invoice', corrects: null },
      { kind: 'credit_note', corrects: textAt(body, 'items', '0', 'number') },
      { kind: 'invoice', corrects: null },
    ])
    expect(await linesAt(textAt(body, 'items', '1', 'url'))).toContain('-$11.90')
    expect(await linesAt(textAt(body, 'items', '2', 'url'))).toContain('Babbage & Sons')
  })
})

it('the owner of Acme sets the seller details of invoices', async () => {
  const path = `/organizations/${acme.organizationId}/seller-details`
  const details = {
    name: 'Acme Works GmbH',
    address: { line1: 'Gasse 1', city: 'Wien', country: 'AT' },
    tax_number: 'ATU12345678',
  }
  expect(await call(acme.person, 'GET', path)).toMatchObject({ status: 200, body: { name: null } })
  const set = await call(acme.person, 'PUT', path, details)
  expect(set).toMatchObject({ status: 200, body: details })
  const { url } = await backend().orders.invoice({ id: await newPurchase() })
  expect(await linesAt(url)).toEqual(
    expect.arrayContaining(['Acme Works GmbH', 'Austria', 'Tax number ATU12345678']),
  )
})
