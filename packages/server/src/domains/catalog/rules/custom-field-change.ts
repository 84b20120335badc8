import type { getCustomField, updateCustomField } from '@guildhall/contract/catalog/custom-fields'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Current = ResponseOf<typeof getCustomField>

export type CustomFieldUpdate = BodyOf<typeof updateCustomField>

export type CustomFieldChange = Partial<
  Pick<Current, 'slug' | 'name' | 'metadata'> & { readonly properties: Current['properties'] }
>

/**
 * Only the fields that differ. Null clears the metadata; for the other fields it means no change.
 */
export function decideCustomFieldChange(
  field: Current,
  { type, slug, name, properties, metadata }: CustomFieldUpdate,
): CustomFieldChange | Refusal<'custom_field_type_fixed'> {
  if (type !== field.type) {
    return refuse('custom_field_type_fixed', { loc: ['body', 'type'], type: field.type })
  }
  const newMetadata = metadata === null ? {} : metadata
  return {
    ...(slug != null && slug !== field.slug && { slug }),
    ...(name != null && name !== field.name && { name }),
    ...(properties != null && !isSame(properties, field.properties) && { properties }),
    ...(newMetadata !== undefined &&
      !isSame(newMetadata, field.metadata) && { metadata: newMetadata }),
  }
}
