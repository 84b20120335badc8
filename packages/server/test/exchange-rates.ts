import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string() })

/** An organization whose figures can be shown in euros. */
export async function reportInEuros(calls: BillingCalls, organizationId: string): Promise<void> {
  const path = `/organizations/${organizationId}/billing-settings`
  expect(await calls.patch(path, { reporting_currency: 'eur' })).toMatchObject({ status: 200 })
}

export async function newRate(calls: BillingCalls, input: object = {}): Promise<string> {
  const body = { day: '2026-03-01', currency: 'usd', rate: '0.92', ...input }
  const answer = await calls.post('/exchange-rates/', body)
  expect(answer).toMatchObject({ status: 200 })
  return made.parse(answer.body).id
}
