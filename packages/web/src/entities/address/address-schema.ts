import { addressInput } from '@guildhall/contract/customers/address'
import { rule, text } from '#/lib/form-schema.ts'
import type { AddressDraft } from './address-draft.ts'

const { line1, line2, postalCode, city, state } = addressInput.shape

const lines = {
  line1: text(line1),
  line2: text(line2),
  postalCode: text(postalCode),
  city: text(city),
  state: text(state),
}

/** An address is stored with its country or not at all. */
export const optionalAddressSchema = (draft: AddressDraft) => ({
  ...lines,
  country: rule<string | null>((country) =>
    country === null && isStarted(draft) ? 'Choose the country of this address.' : null,
  ),
})

export const addressSchema = {
  ...lines,
  country: rule<string | null>((country) => (country === null ? 'Choose a country.' : null)),
}

const isStarted = (draft: AddressDraft): boolean =>
  [draft.line1, draft.line2, draft.postalCode, draft.city, draft.state].some(
    (part) => part.trim() !== '',
  )
