import type { BodyInput } from '@guildhall/contract/endpoint'
import type { setSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import { wireFields } from '../../../lib/wire-fields.ts'
import type { SellerDetails } from './seller-details-query.ts'

/** As it's typed: what isn't there is empty. */
export interface SellerDraft {
  name: string
  line1: string
  line2: string
  postalCode: string
  city: string
  state: string
  country: string | null
  taxNumber: string
  footer: string
}

type Said = Pick<SellerDetails, 'name' | 'address' | 'taxNumber' | 'footer'>

export function draftOf({ name, address, taxNumber, footer }: Said): SellerDraft {
  return {
    name: name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? null,
    taxNumber: taxNumber ?? '',
    footer: footer ?? '',
  }
}

/** All of it: the server takes what is blank as not said. */
export const detailsOf = ({
  name,
  taxNumber,
  footer,
  country,
  ...lines
}: SellerDraft): BodyInput<typeof setSellerDetails> => ({
  name,
  address: country === null ? null : { ...lines, country },
  taxNumber,
  footer,
})

/** An address is kept with its country, or not at all. */
export function countryMistake(draft: SellerDraft): string | null {
  const { line1, line2, postalCode, city, state, country } = draft
  const isStarted = [line1, line2, postalCode, city, state].some((part) => part.trim() !== '')
  return country === null && isStarted ? 'Choose the country that this address is in.' : null
}

/** Which field a fault is about, by its path on the wire. */
export const sellerField = wireFields<SellerDraft>({
  name: 'name',
  'address.line1': 'line1',
  'address.line2': 'line2',
  'address.postal_code': 'postalCode',
  'address.city': 'city',
  'address.state': 'state',
  address: 'country',
  tax_number: 'taxNumber',
  footer: 'footer',
})
