import type { createCustomField as contract } from '@guildhall/contract/catalog/custom-fields'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomField } from '../present/custom-field.ts'
import { type CustomFieldRow, insertCustomField } from '../store/custom-fields.ts'

type CustomFieldInput = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createCustomField(
  uow: UnitOfWork,
  { organizationId, type, slug, name, properties, metadata }: CustomFieldInput,
): Promise<CustomFieldRow> {
  const field = await insertCustomField(uow.tx, {
    organizationId,
    id: uow.newId('customField'),
    type,
    key: slug,
    name,
    properties: jsonText(properties),
    metadata: jsonText(metadata ?? {}),
    createdAt: uow.now,
  }).catch(refuseTakenSlug)
  uow.record(eventOf('custom_field.created', field, presentCustomField(field)))
  return field
}

/** The unique index decides, so that of concurrent requests only one gets the slug. */
export function refuseTakenSlug(error: unknown): never {
  if (violatedConstraint(error) === 'custom_field_key') {
    throw new Problem('custom_field_slug_taken', { loc: ['body', 'slug'] })
  }
  throw error
}
