import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import { pngOf } from '../../../../test/png.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const running = testServer(db)

interface Website {
  body: Buffer
  status: number
  requests: number
}

/** Serves what a test has put there, and counts the requests. */
const website: Website = { body: Buffer.alloc(0), status: 200, requests: 0 }
let server: Server
let logoUrl: string
beforeAll(async () => {
  server = createServer((_, answer) => {
    website.requests += 1
    answer.writeHead(website.status).end(website.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  logoUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/logo.png`
})
beforeEach(() => void Object.assign(website, { status: 200, requests: 0 }))
afterAll(() => void server.close())

const shopWithLogo = async (): Promise<Shop> => {
  const seller = await newShop(running.current, await createOrganization(running.current))
  const path = `/organizations/${seller.organization.id}`
  expect((await seller.calls.patch(path, { avatar_url: logoUrl })).status).toBe(200)
  return seller
}

async function invoiceOf({ calls }: Shop, order: string): Promise<Buffer> {
  const { body } = await calls.get(`/orders/${order}/invoice`)
  const answer = await fetch(String(body?.['url']))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const hasImage = (pdf: Buffer): boolean => pdf.toString('latin1').includes('/Subtype /Image')

it('the logo is printed, and stays when it is gone', async () => {
  website.body = pngOf({ width: 60, height: 20 })
  const seller = await shopWithLogo()
  const order = await newOrderRow(running.current, seller)
  const pdf = await invoiceOf(seller, order)
  expect(hasImage(pdf)).toBe(true)
  website.status = 404
  expect((await invoiceOf(seller, order)).equals(pdf)).toBe(true)
  expect(website.requests).toBe(1)
})

it.each([
  ['is missing', 404, pngOf({ width: 2, height: 2 })],
  ['is moved', 302, pngOf({ width: 2, height: 2 })],
  ['is a vector image', 200, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'is larger than a megabyte',
    200,
    Buffer.concat([pngOf({ width: 2, height: 2 }), Buffer.alloc(1_048_577)]),
  ],
  ['inflates to far more than its sides say', 200, pngOf({ width: 2, height: 2, rows: 8_000_001 })],
  ['breaks off', 200, pngOf({ width: 60, height: 20 }).subarray(0, 48)],
  ['can’t be decoded', 200, Buffer.from('ffd8ff00', 'hex')],
])('an invoice is printed without a logo that %s', async (_, status, body) => {
  Object.assign(website, { status, body })
  const seller = await shopWithLogo()
  const pdf = await invoiceOf(seller, await newOrderRow(running.current, seller))
  expect(website.requests).toBe(1)
  expect(hasImage(pdf)).toBe(false)
  expect(pdfText(pdf)).toContain('Course 1')
})

it('lines show quantity, unit price and period, and how the order was paid', async () => {
  website.status = 404
  const seller = await shopWithLogo()
  const order = await newOrderRow(running.current, seller, { amounts: [3000], taxAmount: 570 })
  const { kysely } = running.current.database
  const period = {
    periodStart: new Date('2026-03-01T00:00:00Z'),
    periodEnd: new Date('2026-04-01T00:00:00Z'),
  }
  await kysely
    .updateTable('orderItem')
    .set({ label: 'Pro × 3', quantity: 3, ...period })
    .where('orderId', '=', order)
    .execute()
  const lines = pdfText(await invoiceOf(seller, order))
  const from = lines.indexOf('Item')
  expect(lines.slice(from, lines.length - 1).join(' | ')).toBe(
    'Item | Quantity | Unit price | Amount | ' +
      'Pro | 1 March 2026 – 1 April 2026 | 3 | €10.00 | €30.00 | ' +
      'Subtotal | €30.00 | Tax | €5.70 | Total EUR | €35.70 | Paid | €35.70 | Amount due | €0.00',
  )
})

it('long names wrap, and many lines continue on further pages', async () => {
  website.status = 404
  const seller = await shopWithLogo()
  const amounts = Array.from({ length: 60 }, (_, at) => 100 + at)
  const order = await newOrderRow(running.current, seller, { amounts, currency: 'jpy' })
  const word = 'Donaudampfschifffahrtsgesellschaft'
  const label = Array.from({ length: 12 }, () => word).join(' ')
  await running.current.database.kysely
    .updateTable('orderItem')
    .set({ label })
    .where('orderId', '=', order)
    .where('position', '=', 59)
    .execute()
  const lines = pdfText(await invoiceOf(seller, order))
  expect(lines.filter((line) => line.includes(word)).length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.startsWith('Course '))).toHaveLength(59)
  expect(lines).toContain('¥159')
  expect(lines.filter((line) => /page \d of 3/.test(line))).toHaveLength(3)
})
