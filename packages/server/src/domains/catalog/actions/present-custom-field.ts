import { CustomField, CustomFieldContent } from '@guildhall/contract/catalog/custom-field-shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { CustomFieldRow } from '../store/custom-fields.ts'

export const presentCustomField = ({
  type,
  properties,
  metadata,
  ...row
}: CustomFieldRow): z.output<typeof CustomField> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  slug: row.slug,
  name: row.name,
  organizationId: row.organizationId,
  ...z.parse(CustomFieldContent, { type, properties, metadata }),
})

const codec = wireCodec(CustomField, 'billing')

/** What happened to a custom field, with the field as of then. */
export function customFieldEvent(
  action: 'created' | 'updated' | 'deleted',
  row: CustomFieldRow,
): NewEvent {
  const payload = encodedText(codec.encode(presentCustomField(row)))
  return {
    name: `custom_field.${action}`,
    organizationId: row.organizationId,
    object: { type: 'custom_field', id: row.id, version: row.version },
    payload,
  }
}
