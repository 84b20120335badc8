import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../src/platform/ids.ts'
import type { BillingCalls } from './sellers.ts'

const made = z.object({ id: z.string(), slug: z.string() })

export type MadeCustomField = z.output<typeof made>

export const newFieldSlug = (): string => `field-${newId('customField')}`

/** A custom field of whoever calls. */
export async function newCustomField(
  calls: BillingCalls,
  wish: object = {},
): Promise<MadeCustomField> {
  const body = { type: 'text', slug: newFieldSlug(), name: 'Field', properties: {}, ...wish }
  const answer = await calls.post('/custom-fields/', body)
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
