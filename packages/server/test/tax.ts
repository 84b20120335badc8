import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), collects_since: z.string() })

export type MadeRegistration = z.output<typeof made>

/** Where whoever calls collects tax: in Germany, unless said otherwise. */
export async function newRegistration(
  calls: BillingCalls,
  wish: object = {},
): Promise<MadeRegistration> {
  const answer = await calls.post('/tax-registrations/', { country: 'DE', ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
