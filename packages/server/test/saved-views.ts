import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string() })

export const bareView = { list: 'orders', name: 'Paid', query: { status: 'paid' } } as const

/** A view of the person who calls; answers its id. */
export async function newSavedView(
  calls: BillingCalls,
  { id }: { readonly id: string },
  input: object = {},
): Promise<string> {
  const body = { organization_id: id, ...bareView, ...input }
  const answer = await calls.post('/saved-views/', body)
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body).id
}
