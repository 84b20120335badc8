import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

interface Customer {
  readonly id: string
}

/** Gives a customer credit, or takes it where the amount is below zero. */
export async function giveCredit(
  seller: BillingCalls,
  { id }: Customer,
  amount: number,
): Promise<void> {
  const body = { amount, reason: 'An apology' }
  const answer = await seller.post(`/customers/${id}/balance/adjustments`, body)
  expect(answer).toMatchObject({ status: 201, body: { amount, type: 'adjusted' } })
}

const balances = z.object({
  balances: z.array(
    z.object({ balance: z.number(), usable_amount: z.number(), payable_amount: z.number() }),
  ),
})

/** The balance, what orders may use of it, and what can be paid out. */
export async function balanceOf(seller: BillingCalls, { id }: Customer): Promise<number[]> {
  const { body } = await seller.get(`/customers/${id}/balance`)
  const [found] = balances.parse(body).balances
  return found === undefined ? [] : [found.balance, found.usable_amount, found.payable_amount]
}

const entries = z.object({ items: z.array(z.object({ type: z.string(), amount: z.number() })) })

/** `used -890`, the oldest first. */
export async function entriesOf(seller: BillingCalls, { id }: Customer): Promise<string[]> {
  const { body } = await seller.get(`/customers/${id}/balance/entries?limit=100&sorting=created_at`)
  return entries.parse(body).items.map(({ type, amount }) => `${type} ${amount}`)
}
