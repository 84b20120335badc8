import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const created = z.object({ id: z.string(), code: z.nullable(z.string()) })

export type MadeDiscount = z.output<typeof created>

export const tenPercent = { name: 'Ten', type: 'percentage', basis_points: 1000, duration: 'once' }

/** Creates a discount in the caller's organization, of ten percent by default. */
export async function newDiscount(calls: BillingCalls, input: object = {}): Promise<MadeDiscount> {
  const body = 'type' in input ? input : { ...tenPercent, ...input }
  const answer = await calls.post('/discounts/', body)
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}
