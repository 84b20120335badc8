import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { newAddress } from './customers.ts'
import type { BillingAnswer, BillingCalls } from './sellers.ts'

const made = z.object({
  id: z.string(),
  status: z.string(),
  client_secret: z.string(),
  url: z.string(),
  product_price_id: z.string(),
  customer_id: z.nullable(z.string()),
  amount: z.number(),
  discount_amount: z.number(),
  net_amount: z.number(),
  tax_amount: z.nullable(z.number()),
  total_amount: z.number(),
})

export type MadeCheckout = z.output<typeof made>

export const readCheckout = ({ body }: BillingAnswer): MadeCheckout => made.parse(body)

/** A checkout of the calling seller, for these products. */
export async function newCheckout(
  calls: BillingCalls,
  products: readonly { readonly id: string }[],
  input: object = {},
): Promise<MadeCheckout> {
  const body = { products: products.map(({ id }) => id), ...input }
  const answer = await calls.post('/checkouts/', body)
  expect(answer).toMatchObject({ status: 201 })
  return readCheckout(answer)
}

type WithSecret = Pick<MadeCheckout, 'client_secret'>

export const pathOf = ({ client_secret }: WithSecret): string =>
  `/checkouts/client/${client_secret}`

/** Everything that a buyer needs to pay by card. */
export const goodBuyer = () => ({
  customer_email: newAddress(),
  customer_name: 'Ada Buyer',
  customer_billing_address: { country: 'DE' },
  confirmation_token_id: 'tok_sandbox_ok',
})

export const confirm = (
  buyer: BillingCalls,
  checkout: WithSecret,
  input: object = {},
): Promise<BillingAnswer> => buyer.post(`${pathOf(checkout)}/confirm`, { ...goodBuyer(), ...input })

/** Waits until a checkout has this status. */
export const untilStatus = (
  seller: BillingCalls,
  { id }: Pick<MadeCheckout, 'id'>,
  status: string,
): Promise<MadeCheckout> =>
  vi.waitFor(
    async () => {
      const checkout = readCheckout(await seller.get(`/checkouts/${id}`))
      expect(checkout.status).toBe(status)
      return checkout
    },
    { timeout: 30_000, interval: 50 },
  )

interface WithDatabase {
  readonly database: {
    readonly pool: { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> }
  }
}

const tally = z.object({
  payments: z.coerce.number(),
  charged: z.coerce.number(),
  orders: z.coerce.number(),
})

/** The numbers of payments, of charges and of orders of a checkout. */
export async function tallyOf(
  { database }: WithDatabase,
  { id }: Pick<MadeCheckout, 'id'>,
): Promise<z.output<typeof tally>> {
  const { rows } = await database.pool.query(
    `select (select count(*) from payment where checkout_id = $1) as payments,
            (select count(*) from sandbox_intent i
               join payment p on i.organization_id = p.organization_id
                             and i.idempotency_key = 'charge-' || p.id
              where p.checkout_id = $1 and i.status = 'succeeded') as charged,
            (select count(*) from orders where checkout_id = $1) as orders`,
    [id],
  )
  return tally.parse(rows[0])
}
