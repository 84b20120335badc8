import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import {
  type CustomFieldChange,
  type CustomFieldWish,
  decideCustomFieldChange,
} from '../rules/custom-field-change.ts'
import {
  type CustomFieldChanges,
  type CustomFieldKey,
  type CustomFieldRow,
  lockCustomField,
  saveCustomField,
} from '../store/custom-fields.ts'
import { asSlugTaken } from './create-custom-field.ts'
import { customFieldEvent, presentCustomField } from './present-custom-field.ts'

/** What changes nothing is no change, and no news. */
export async function updateCustomField(
  work: Work,
  key: CustomFieldKey,
  wish: CustomFieldWish,
): Promise<CustomFieldRow> {
  const { tx, now } = work
  const field = await lockCustomField(tx, key)
  if (field === undefined) throw new Problem('not_found')
  const change = accept(decideCustomFieldChange(presentCustomField(field), wish))
  if (Object.keys(change).length === 0) return field
  const saved = await saveCustomField(tx, field, columnsOf(change), now).catch(asSlugTaken)
  assert(saved !== undefined, 'what is locked stays')
  work.record(customFieldEvent('updated', saved))
  return saved
}

const columnsOf = ({ properties, metadata, ...plain }: CustomFieldChange): CustomFieldChanges => ({
  ...plain,
  ...(properties !== undefined && { properties: jsonText(properties) }),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
