import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), code: z.nullable(z.string()) })

export type MadeDiscount = z.output<typeof made>

export const tenPercent = { name: 'Ten', type: 'percentage', basis_points: 1000, duration: 'once' }

/** A discount of whoever calls; of ten percent, where they don’t say a type. */
export async function newDiscount(calls: BillingCalls, wish: object = {}): Promise<MadeDiscount> {
  const body = 'type' in wish ? wish : { ...tenPercent, ...wish }
  const answer = await calls.post('/discounts/', body)
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
