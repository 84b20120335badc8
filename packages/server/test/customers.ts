import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), email: z.string() })

export type MadeCustomer = z.output<typeof made>

export const newAddress = (): string => `${randomBytes(6).toString('hex')}@customer.test`

/** Creates a customer for the caller's organization. */
export async function newCustomer(calls: BillingCalls, input: object = {}): Promise<MadeCustomer> {
  const answer = await calls.post('/customers/', { email: newAddress(), ...input })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
