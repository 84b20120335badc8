import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomField } from '../present/custom-field.ts'
import {
  type CustomFieldChange,
  type CustomFieldUpdate,
  decideCustomFieldChange,
} from '../rules/custom-field-change.ts'
import {
  type CustomFieldColumns,
  type CustomFieldKey,
  type CustomFieldRow,
  lockCustomField,
  saveCustomField,
} from '../store/custom-fields.ts'
import { refuseTakenSlug } from './create-custom-field.ts'
import type { CustomFieldDeps } from './deps.ts'

/**
 * An update that changes nothing saves nothing and records no event. Answers follow a new slug, so that
 * everything is found under the slug that the field has now.
 */
export async function updateCustomField(
  uow: UnitOfWork,
  { onCustomFieldRenamed }: Pick<CustomFieldDeps, 'onCustomFieldRenamed'>,
  { key, input }: { readonly key: CustomFieldKey; readonly input: CustomFieldUpdate },
): Promise<CustomFieldRow> {
  const { tx, now } = uow
  const field = await lockCustomField(tx, key)
  if (field === undefined) throw new Problem('not_found')
  const change = accept(decideCustomFieldChange(presentCustomField(field), input))
  if (Object.keys(change).length === 0) return field
  const saved = await saveCustomField(tx, field, columnsOf(change), now).catch(refuseTakenSlug)
  assert(saved !== undefined, 'this transaction holds the lock')
  uow.record(eventOf('custom_field.updated', saved, presentCustomField(saved)))
  if (change.slug !== undefined) {
    const renamed = { organizationId: saved.organizationId, from: field.key, to: change.slug }
    for (const runHook of onCustomFieldRenamed) await runHook(uow, renamed)
  }
  return saved
}

const columnsOf = ({
  slug,
  properties,
  metadata,
  ...plain
}: CustomFieldChange): CustomFieldColumns => ({
  ...plain,
  ...(slug !== undefined && { key: slug }),
  ...(properties !== undefined && { properties: jsonText(properties) }),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
