import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../src/platform/ids.ts'
import type { BillingCalls } from './sellers.ts'

const created = z.object({ id: z.string(), slug: z.string() })

export type MadeCustomField = z.output<typeof created>

export const newFieldSlug = (): string => `field-${newId('customField')}`

/** Creates a custom field in the caller's organization. */
export async function newCustomField(
  calls: BillingCalls,
  input: object = {},
): Promise<MadeCustomField> {
  const body = { type: 'text', slug: newFieldSlug(), name: 'Field', properties: {}, ...input }
  const answer = await calls.post('/custom-fields/', body)
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}
