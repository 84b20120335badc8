import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), email: z.string() })

export type MadeCustomer = z.output<typeof made>

export const newAddress = (): string => `${randomBytes(6).toString('hex')}@customer.test`

/** A customer of whoever calls. */
export async function newCustomer(calls: BillingCalls, wish: object = {}): Promise<MadeCustomer> {
  const answer = await calls.post('/customers/', { email: newAddress(), ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
