import type { BodyInput } from '@guildhall/contract/operation'
import { setSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import {
  type AddressDraft,
  addressDraftOf,
  addressFields,
  addressOf,
} from '#/entities/address/address-draft.ts'
import { optionalAddressSchema } from '#/entities/address/address-schema.ts'
import type { SellerDetails } from '#/entities/organization/seller-details-query.ts'
import { type FieldSchemas, text } from '#/lib/form-schema.ts'
import { wireFields } from '#/lib/wire-fields.ts'

/** As typed; omitted values are empty. */
export interface SellerDraft extends AddressDraft {
  name: string
  taxNumber: string
  footer: string
}

type TextLines = Pick<SellerDetails, 'name' | 'address' | 'taxNumber' | 'footer'>

export function draftOf({ name, address, taxNumber, footer }: TextLines): SellerDraft {
  return {
    name: name ?? '',
    ...addressDraftOf(address),
    taxNumber: taxNumber ?? '',
    footer: footer ?? '',
  }
}

/** The full body; the server treats blank values as absent. */
export const detailsOf = (draft: SellerDraft): BodyInput<typeof setSellerDetails> => ({
  name: draft.name,
  address: addressOf(draft),
  taxNumber: draft.taxNumber,
  footer: draft.footer,
})

const { name, taxNumber, footer } = setSellerDetails.body.shape

export const sellerSchema = (draft: SellerDraft): FieldSchemas<SellerDraft> => ({
  ...optionalAddressSchema(draft),
  name: text(name),
  taxNumber: text(taxNumber),
  footer: text(footer),
})

/** Maps wire paths to form fields. */
export const sellerField = wireFields<SellerDraft>({
  name: 'name',
  ...addressFields('address'),
  tax_number: 'taxNumber',
  footer: 'footer',
})
