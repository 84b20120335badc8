import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingAnswer, BillingCalls } from './sellers.ts'

/** Sets the seller’s limit of a customer. */
export async function limit(
  calls: BillingCalls,
  customer: string,
  input: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await calls.put(`/customers/${customer}/usage-limits`, input)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body ?? {}
}

type Call = 'check' | 'track' | 'reserve' | 'settle' | 'release'

export const askUsage = (calls: BillingCalls, call: Call, input: object): Promise<BillingAnswer> =>
  calls.post(`/usage/${call}`, input)

/** `yes`, or why not. */
export async function verdict(
  calls: BillingCalls,
  call: 'check' | 'track' | 'reserve' | 'settle',
  input: object,
): Promise<unknown> {
  const { status, body } = await askUsage(calls, call, input)
  expect(status).toBe(200)
  return body?.['allowed'] === true ? 'yes' : body?.['reason']
}

const reserved = z.object({ reservation: z.object({ id: z.string() }) })

/** The id of a reservation that has to be allowed. */
export const readReservation = ({ body }: BillingAnswer): string =>
  reserved.parse(body).reservation.id
