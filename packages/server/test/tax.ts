import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const created = z.object({ id: z.string(), collects_since: z.string() })

export type MadeRegistration = z.output<typeof created>

/** Registers the caller's organization for tax, in Germany by default. */
export async function newRegistration(
  calls: BillingCalls,
  input: object = {},
): Promise<MadeRegistration> {
  const answer = await calls.post('/tax-registrations/', { country: 'DE', ...input })
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}
