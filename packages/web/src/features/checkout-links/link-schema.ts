import { linkChanges } from '@guildhall/contract/checkout/link-shapes'
import { type FieldSchemas, present, text } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import type { LinkDraft } from './link-draft.ts'

export const linkSchema = {
  label: text(linkChanges.shape.label),
  products: present('Add a product to sell.'),
  successUrl: text(linkChanges.shape.successUrl, {
    format: 'Enter a URL that starts with https://',
  }),
  metadata: metadataSchema,
} satisfies FieldSchemas<LinkDraft>
