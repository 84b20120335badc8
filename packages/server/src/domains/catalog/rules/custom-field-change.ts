import type { getCustomField, updateCustomField } from '@guildhall/contract/catalog/custom-fields'
import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'

type Known = AnswerOf<typeof getCustomField>

export type CustomFieldWish = BodyOf<typeof updateCustomField>

export type CustomFieldChange = Partial<
  Pick<Known, 'slug' | 'name' | 'metadata'> & { readonly properties: Known['properties'] }
>

/** What of a wish makes a difference. Absent keeps, and so does null for what can't be empty. */
export function decideCustomFieldChange(
  field: Known,
  { type, slug, name, properties, metadata }: CustomFieldWish,
): CustomFieldChange | Refusal<'custom_field_type_fixed'> {
  if (type !== field.type) {
    return refuse('custom_field_type_fixed', { loc: ['body', 'type'], type: field.type })
  }
  const wanted = metadata === null ? {} : metadata
  return {
    ...(slug != null && slug !== field.slug && { slug }),
    ...(name != null && name !== field.name && { name }),
    ...(properties != null && !isSame(properties, field.properties) && { properties }),
    ...(wanted !== undefined && !isSame(wanted, field.metadata) && { metadata: wanted }),
  }
}
