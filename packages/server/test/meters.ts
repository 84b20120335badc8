import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const created = z.object({ id: z.string(), name: z.string() })

export type MadeMeter = z.output<typeof created>

/** The required fields only: it counts every event. */
export const bareMeter = {
  name: 'Calls',
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
} as const

/** Creates a meter in the caller's organization. */
export async function newMeter(calls: BillingCalls, input: object = {}): Promise<MadeMeter> {
  const answer = await calls.post('/meters/', { ...bareMeter, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}
