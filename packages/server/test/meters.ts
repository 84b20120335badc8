import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), name: z.string() })

export type MadeMeter = z.output<typeof made>

/** What a meter needs and no more: it counts every event. */
export const bareMeter = {
  name: 'Calls',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
} as const

/** A meter of whoever calls. */
export async function newMeter(calls: BillingCalls, wish: object = {}): Promise<MadeMeter> {
  const answer = await calls.post('/meters/', { ...bareMeter, ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
