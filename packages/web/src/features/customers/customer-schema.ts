import { customerDetails, customerEmail, externalId } from '@guildhall/contract/customers/shapes'
import { optionalAddressSchema } from '#/entities/address/address-schema.ts'
import { type FieldSchemas, rule, text } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import type { CustomerDraft } from './customer-draft.ts'

export const customerSchema = (draft: CustomerDraft): FieldSchemas<CustomerDraft> => ({
  email: text(customerEmail, {
    empty: 'Enter the customer’s email address.',
    format: 'This isn’t an email address.',
  }),
  name: text(customerDetails.name),
  externalId: text(externalId),
  ...optionalAddressSchema(draft),
  taxNumber: rule<string>((typed) =>
    draft.taxFormat !== null && typed.trim() === '' ? 'Enter a number, or clear the type.' : null,
  ),
  taxFormat: rule<string | null>((format) =>
    format === null && draft.taxNumber.trim() !== '' ? 'Choose a tax ID type.' : null,
  ),
  metadata: metadataSchema,
})
