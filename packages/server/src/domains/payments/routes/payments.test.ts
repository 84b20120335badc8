import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newPayment } from '../../../../test/payments.ts'
import { newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)
const checkoutId = newId('checkout')
const orderId = newId('order')

let shop: OwnedOrganization
let calls: BillingCalls
let names: Map<string, string>

beforeAll(async () => {
  shop = await createOrganization(server.current)
  calls = await callsOf(shop)
  const customer = await newCustomer(calls, { email: 'ann@payments.test' })
  const pay = (options: Parameters<typeof newPayment>[3]) =>
    newPayment(server.current, shop, customer, options)
  const declined = 'tok_sandbox_declined'
  const asks = 'tok_sandbox_authenticate'
  const big = z.parse(amount, 5000)
  await newOrder(customer)
  const good = await pay({ customerEmail: 'ann@payments.test', orderId })
  const bad = await pay({ customerEmail: 'Bob@payments.test', confirmationToken: declined })
  const open = await pay({ amount: big, confirmationToken: asks, customerEmail: 'c@payments.test' })
  names = new Map([
    [good.id, 'good'],
    [bad.id, 'bad'],
    [open.id, 'open'],
  ])
  const other = await createOrganization(server.current)
  const stranger = await newCustomer(await callsOf(other))
  await newPayment(server.current, other, stranger)
})

/** The least of an order that a payment can belong to. */
async function newOrder(customer: { readonly id: string }): Promise<void> {
  const product = await newProduct(calls)
  await db.database.pool.query(
    `insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
                         currency, subtotal_amount, discount_amount, net_amount, tax_amount,
                         total_amount, taxability_reason, created_at)
     values ($1, $2, 'pending', 'purchase', $3, $4, 'usd', 1190, 0, 1190, 0, 1190,
             'not_collecting', now())`,
    [shop.id, orderId, customer.id, product.id],
  )
}

const amount = z.int().brand<'minorUnits'>()

async function callsOf(organization: OwnedOrganization): Promise<BillingCalls> {
  const scopes = ['payments:read', 'customers:write', 'products:write'] as const
  const { token } = await newAccessToken(server.current, organization, scopes)
  return withToken(server.current, token)
}

const listed = z.object({
  items: z.array(z.object({ id: z.string() })),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

const read = async (query: string) =>
  listed.parse((await calls.get(`/payments/?${query}`)).body).items.map(({ id }) => names.get(id))

describe('the list of payments', () => {
  it.each<[string, string[]]>([
    ['', ['open', 'bad', 'good']],
    ['sorting=created_at', ['good', 'bad', 'open']],
    ['sorting=-amount&sorting=created_at', ['open', 'good', 'bad']],
    ['sorting=status', ['bad', 'open', 'good']],
    ['sorting=method&sorting=-status', ['good', 'open', 'bad']],
    ['status=failed', ['bad']],
    ['status=failed&status=pending', ['open', 'bad']],
    ['method=card', ['open', 'bad', 'good']],
    ['method=sepa_debit', []],
    ['customer_email=ANN@payments.test&customer_email=bob@payments.test', ['bad', 'good']],
    [`order_id=${orderId}`, ['good']],
    [`checkout_id=${checkoutId}`, []],
    ['limit=1&page=2', ['bad']],
  ])('with %s', async (query, expected) => {
    expect(await read(query)).toEqual(expected)
  })

  it.each([
    ['status=gone', '422 RequestValidationError query.status'],
    ['sorting=processor', '422 RequestValidationError query.sorting'],
    ['checkout_id=7', '422 RequestValidationError query.checkout_id'],
  ])('refuses %s', async (query, brief) => {
    expect(briefOf(await calls.get(`/payments/?${query}`))).toContain(brief)
  })
})

describe('a payment', () => {
  it('has the shape of the wire, with and without known card details', async () => {
    const [open, bad, good] = listed.parse((await calls.get('/payments/')).body).items
    const got = await calls.get(`/payments/${good?.id}`)
    expect(got.body).toEqual({
      id: good?.id,
      created_at: expect.any(String),
      modified_at: expect.any(String),
      processor: 'stripe',
      status: 'succeeded',
      amount: 1190,
      currency: 'usd',
      method: 'card',
      method_metadata: { brand: 'visa', last4: '4242' },
      decline_reason: null,
      decline_message: null,
      organization_id: shop.id,
      checkout_id: null,
      order_id: orderId,
      trigger: null,
    })
    expect((await calls.get(`/payments/${bad?.id}`)).body).toMatchObject({
      status: 'failed',
      decline_reason: 'generic_decline',
      decline_message: expect.stringContaining('declined'),
      method_metadata: { brand: 'visa', last4: '0002' },
    })
    const waiting = await calls.get(`/payments/${open?.id}`)
    expect(waiting.body).toMatchObject({ status: 'pending', method: 'card' })
    expect(Object.keys(waiting.body ?? {})).not.toContain('method_metadata')
  })

  it('of another organization is not found', async () => {
    expect(briefOf(await calls.get(`/payments/${newId('payment')}`))).toBe('404 ResourceNotFound')
  })
})
