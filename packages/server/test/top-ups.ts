import type { Scope } from '@guildhall/contract/organizations/scopes'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from './benefits.ts'
import type { MadeCustomer } from './customers.ts'
import { newProduct } from './products.ts'
import type { BillingAnswer, BillingCalls } from './sellers.ts'
import { subscriptionScopes } from './subscriptions.ts'
import { type Market, portalOf } from './typed-purchases.ts'

/** What tests of top-ups need. */
export const topUpScopes: readonly Scope[] = [
  ...subscriptionScopes,
  'benefits:write',
  'customer_sessions:write',
  'events:write',
  'customer_meters:read',
  'refunds:write',
]

/** A one-time product that credits a meter. */
export async function newCreditPack(
  calls: BillingCalls,
  meter_id: string,
  units = 100,
  product: object = {},
): Promise<string> {
  const properties = { units, rollover: false, meter_id }
  const benefit = await newBenefit(calls, { type: 'meter_credit', properties })
  const { id } = await newProduct(calls, { name: `${units} units`, ...product })
  const answer = await calls.post(`/products/${id}/benefits`, { benefits: [benefit.id] })
  expect(answer).toMatchObject({ status: 200 })
  return id
}

/** Stores a card of a customer, by its token. */
export async function storeCard(
  at: Pick<Market, 'seller' | 'server'>,
  customer: Pick<MadeCustomer, 'id'>,
  card = 'tok_sandbox_ok',
): Promise<string> {
  const portal = await portalOf(at, customer)
  const answer = await portal.post('/customer-portal/customers/me/payment-methods', {
    confirmation_token_id: card,
    set_default: true,
    return_url: 'https://example.com/',
  })
  expect(answer).toMatchObject({ status: 201 })
  return z.looseObject({ id: z.string() }).parse(answer.body).id
}

const shown = z.looseObject({
  id: z.string(),
  status: z.string(),
  stop_reason: z.nullable(z.string()),
  purchases: z.int(),
  is_purchasing: z.boolean(),
})

async function topUpsOf(calls: BillingCalls, customer: string) {
  const answer = await calls.get(`/customers/${customer}/top-ups`)
  expect(answer).toMatchObject({ status: 200 })
  return z.object({ items: z.array(shown) }).parse(answer.body).items
}

/** Each with why it has stopped, and its purchases this month. */
export const topUpTexts = async (calls: BillingCalls, customer: string): Promise<string[]> =>
  (await topUpsOf(calls, customer)).map(
    ({ status, stop_reason, purchases, is_purchasing }) =>
      `${status}${stop_reason === null ? '' : ` ${stop_reason}`} ${purchases}${is_purchasing ? '…' : ''}`,
  )

const orders = z.object({
  items: z.array(z.looseObject({ id: z.string(), total_amount: z.int() })),
})

/** The oldest first. */
export async function ordersOf(calls: BillingCalls, customer: string) {
  const { body } = await calls.get(`/orders/?customer_id=${customer}&limit=100&sorting=created_at`)
  return orders.parse(body).items
}

export const turnOn = (portal: BillingCalls, input: object): Promise<BillingAnswer> =>
  portal.put('/customer-portal/top-ups/', {
    threshold: 10,
    purchases_max: 3,
    total_amount_max: 1_000_000,
    ...input,
  })
