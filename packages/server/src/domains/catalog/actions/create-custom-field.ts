import type { createCustomField as contract } from '@guildhall/contract/catalog/custom-fields'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomFieldRow, insertCustomField } from '../store/custom-fields.ts'
import { customFieldEvent } from './present-custom-field.ts'

type CustomFieldToBe = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createCustomField(
  work: Work,
  { organizationId, type, slug, name, properties, metadata }: CustomFieldToBe,
): Promise<CustomFieldRow> {
  const field = await insertCustomField(work.tx, {
    organizationId,
    id: work.newId('customField'),
    type,
    slug,
    name,
    properties: jsonText(properties),
    metadata: jsonText(metadata ?? {}),
    createdAt: work.now,
  }).catch(asSlugTaken)
  work.record(customFieldEvent('created', field))
  return field
}

/** The constraint refuses it, so that of many at once only one gets the slug. */
export function asSlugTaken(error: unknown): never {
  if (violatedConstraint(error) === 'custom_field_slug') {
    throw new Problem('custom_field_slug_taken', { loc: ['body', 'slug'] })
  }
  throw error
}
