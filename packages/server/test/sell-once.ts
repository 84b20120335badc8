import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { pdfText } from './pdf-text.ts'

/**
 * Signs up at a new server, sells a product and prints its invoice: passwords, the database, jobs,
 * files and PDF all work there. Returns the text of the invoice.
 */
export async function sellOnce(url: string): Promise<readonly string[]> {
  const call = await newOwner(url)
  const acme = { name: 'Acme', slug: 'acme' }
  const { id } = made.parse(await call('POST', '/api/auth/organization/create', acme))
  await call('PUT', `/v1/organizations/${id}/seller-details`, { name: 'Acme GmbH' })
  const product = await call('POST', '/v1/products/', {
    organization_id: id,
    name: 'Handbook',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  const input = { organization_id: id, products: [product['id']] }
  const checkout = made.parse(await call('POST', '/v1/checkouts/', input))
  await call('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, {
    customer_email: 'bea@buyer.test',
    customer_name: 'Bea Buyer',
    customer_billing_address: { country: 'DE' },
    confirmation_token_id: 'tok_sandbox_ok',
  })
  const bought = `/v1/orders/?organization_id=${id}&checkout_id=${checkout.id}&status=paid`
  const order = await vi.waitFor(
    async () => {
      const [first] = orders.parse(await call('GET', bought)).items
      if (first === undefined) throw new Error('there is no order yet')
      return first
    },
    { timeout: 60_000, interval: 250 },
  )
  const invoice = await call('GET', `/v1/orders/${order.id}/invoice`)
  const file = await fetch(String(invoice['url']))
  if (file.headers.get('content-type') !== 'application/pdf') throw new Error(await file.text())
  return pdfText(Buffer.from(await file.arrayBuffer()))
}

/** What that invoice says among other things. */
export const soldOnce: unknown = expect.arrayContaining([
  'Acme GmbH',
  'Bea Buyer',
  'Handbook',
  '$10.00',
])

const responseBody = z.record(z.string(), z.unknown())
const made = z.object({ id: z.string(), client_secret: z.optional(z.string()) })
const orders = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Signs a user up; returns a function that calls the API in their session. */
async function newOwner(url: string) {
  const headers = new Headers({ 'content-type': 'application/json', origin: url })
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return { answer, value: responseBody.parse(JSON.parse(text)) }
  }
  const person = { name: 'Ada', email: 'ada@example.com', password: 'seven green teapots' }
  const { answer } = await send('POST', '/api/auth/sign-up/email', person)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  headers.set('cookie', cookies.join('; '))
  return async (method: string, path: string, body?: object) =>
    (await send(method, path, body)).value
}
