import {
  type CustomField,
  CustomFieldContent,
} from '@guildhall/contract/catalog/custom-field-shapes'
import * as z from 'zod/mini'
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
  slug: row.key,
  name: row.name,
  organizationId: row.organizationId,
  ...z.parse(CustomFieldContent, { type, properties, metadata }),
})
