import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const running = testServer(db, {}, { clock })

const shop = async (): Promise<Shop> =>
  newShop(running.current, await createOrganization(running.current))

const linkOf = async ({ calls }: Shop, order: string): Promise<string> => {
  const answer = await calls.get(`/orders/${order}/invoice`)
  expect(answer).toMatchObject({ status: 200 })
  return String(answer.body?.['url'])
}

async function textAt(url: string): Promise<string> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return pdfText(Buffer.from(await answer.arrayBuffer())).join('\n')
}

interface Listed {
  readonly number: string
  readonly kind: string
  readonly corrects: string | null
  readonly is_generated: boolean
  readonly url: string | null
}

async function invoicesOf({ calls }: Shop, order: string): Promise<readonly Listed[]> {
  const { body } = await calls.get(`/orders/${order}/invoices`)
  const items: unknown = body?.['items']
  expect(items).toBeInstanceOf(Array)
  return JSON.parse(JSON.stringify(items))
}

it('a paid order without an invoice gets one on request', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller)
  const url = await linkOf(seller, order)
  const number = `${seller.organization.slug.toUpperCase()}-0001`
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`)
  const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n')
  for (const word of ['Invoice', number, 'Ada Lovelace', 'Germany', 'Course 1', '€10.00']) {
    expect(text).toContain(word)
  }
  expect(await seller.calls.get(`/orders/${order}`)).toMatchObject({
    body: { invoice_number: number, is_invoice_generated: true },
  })
})

it('repeated and concurrent requests return the same document', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller)
  const urls = await Promise.all(Array.from({ length: 6 }, () => linkOf(seller, order)))
  const pages = await Promise.all(
    urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  )
  for (const page of pages) expect(page.equals(pages[0] ?? Buffer.alloc(0))).toBe(true)
  expect(await invoicesOf(seller, order)).toHaveLength(1)
  const updates = (await eventsOf(running.current, seller.organization)).filter(
    ({ name }) => name === 'order.updated',
  )
  expect(updates).toHaveLength(1)
  expect(updates[0]?.payload).toMatchObject({ id: order, is_invoice_generated: true })
})

it('an unpaid order has no invoice', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller, { status: 'pending' })
  expect(briefOf(await seller.calls.get(`/orders/${order}/invoice`))).toBe('404 ResourceNotFound')
  const answer = await seller.calls.post(`/orders/${order}/invoice`, {})
  expect(answer).toMatchObject({
    status: 422,
    body: { error: 'NotPaidOrder', detail: 'Only a paid order has an invoice' },
  })
  expect(await invoicesOf(seller, order)).toEqual([])
})

it('a requested invoice is generated a moment later, once', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller)
  expect(await seller.calls.post(`/orders/${order}/invoice`, {})).toMatchObject({ status: 202 })
  await running.current.settle()
  expect(await invoicesOf(seller, order)).toMatchObject([{ kind: 'invoice', is_generated: true }])
  const again = await seller.calls.post(`/orders/${order}/invoice`, {})
  expect(again).toMatchObject({ status: 409, body: { error: 'InvoiceAlreadyExists' } })
})

it.each([
  ['name', { billingName: null }],
  ['address', { billingAddress: null }],
])('no invoice is generated without a billing %s', async (_missing, options) => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller, options)
  const answer = await seller.calls.post(`/orders/${order}/invoice`, {})
  expect(answer).toMatchObject({
    status: 422,
    body: { error: 'MissingInvoiceBillingDetails', detail: expect.stringContaining('billing') },
  })
})

it('getting the invoice works with the customer’s name alone', async () => {
  const seller = await shop()
  const options = { billingName: null, billingAddress: null }
  const order = await newOrderRow(running.current, seller, options)
  expect(await textAt(await linkOf(seller, order))).toContain('Lovelace')
})

it('updated billing details reverse the invoice and issue another', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller, { taxAmount: 190 })
  const before = await linkOf(seller, order)
  const old = await textAt(before)
  const change = { billing_name: 'Analytical Engines Ltd' }
  expect(await seller.calls.patch(`/orders/${order}`, change)).toMatchObject({
    status: 200,
    body: { billing_name: 'Analytical Engines Ltd', is_invoice_generated: false },
  })
  await running.current.settle()
  const prefix = seller.organization.slug.toUpperCase()
  const listed = await invoicesOf(seller, order)
  expect(listed).toMatchObject([
    { number: `${prefix}-0001`, kind: 'invoice', corrects: null, is_generated: true },
    { number: `${prefix}-CN-0001`, kind: 'credit_note', corrects: `${prefix}-0001` },
    { number: `${prefix}-0002`, kind: 'invoice', corrects: null, is_generated: true },
  ])
  const [first, note, second] = await Promise.all(listed.map(({ url }) => textAt(String(url))))
  expect(first).toBe(old)
  for (const word of ['Credit note', `${prefix}-0001`, 'Ada Lovelace', '-€10.00', '-€11.90']) {
    expect(note).toContain(word)
  }
  expect(second).toContain('Analytical Engines Ltd')
  expect(second).toContain('€11.90')
  expect(await seller.calls.get(`/orders/${order}`)).toMatchObject({
    body: { invoice_number: `${prefix}-0002`, is_invoice_generated: true },
  })
})

it('billing details updated before the invoice is generated are printed on it', async () => {
  const seller = await shop()
  const order = await newOrderRow(running.current, seller, { billingName: null })
  await seller.calls.patch(`/orders/${order}`, { billing_name: 'Grace Hopper' })
  expect(await textAt(await linkOf(seller, order))).toContain('Grace Hopper')
  expect(await invoicesOf(seller, order)).toHaveLength(1)
})

it('the seller details are printed', async () => {
  const seller = await shop()
  const details = {
    name: 'Acme Trading GmbH',
    address: { line1: 'Gasse 1', city: 'Wien', postal_code: '1010', country: 'AT' },
    tax_number: 'ATU12345678',
    footer: 'Firmenbuch FN 1234a',
  }
  const path = `/organizations/${seller.organization.id}/seller-details`
  expect(await seller.calls.get(path)).toMatchObject({ status: 200, body: { name: null } })
  expect(await seller.calls.put(path, details)).toMatchObject({ status: 200, body: details })
  const changed = await seller.calls.put(path, { ...details, footer: null })
  expect(changed).toMatchObject({ status: 200, body: { footer: null } })
  expect(await seller.calls.get(path)).toMatchObject({ body: { ...details, footer: null } })
  const text = await textAt(await linkOf(seller, await newOrderRow(running.current, seller)))
  for (const word of ['Acme Trading GmbH', 'Gasse 1', '1010 Wien', 'Austria', 'ATU12345678']) {
    expect(text).toContain(word)
  }
  expect(text).not.toContain('Firmenbuch')
})

it('a link is valid for ten minutes, and for its document alone', async () => {
  const seller = await shop()
  const url = await linkOf(seller, await newOrderRow(running.current, seller))
  const other = await linkOf(seller, await newOrderRow(running.current, seller))
  const { pathname } = new URL(other)
  expect((await fetch(new URL(pathname, url))).status).toBe(403)
  expect((await fetch(new URL(pathname + new URL(url).search, url))).status).toBe(403)
  expect((await fetch(url.replace('.pdf?', '.exe?'))).status).toBe(404)
  expect((await fetch(url)).status).toBe(200)
  clock.advance(600)
  expect((await fetch(url)).status).toBe(403)
})

it('a generated invoice can’t be changed, not even by the server’s role', async () => {
  const seller = await shop()
  await linkOf(seller, await newOrderRow(running.current, seller))
  for (const statement of [
    "update invoice set number = 'X'",
    'delete from invoice',
    "update invoice_document set printed = '{}'",
    'delete from invoice_document',
  ]) {
    await expect(db.database.pool.query(statement)).rejects.toThrow(/permission denied/)
  }
})
