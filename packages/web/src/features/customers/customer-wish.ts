import type { updateCustomer } from '@guildhall/contract/customers/customers'
import { taxIdFormats } from '@guildhall/contract/customers/tax-ids'
import type { BodyInput } from '@guildhall/contract/endpoint'
import { type MetadataRow, metadataOf, metadataRows } from '../../lib/metadata-rows.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import type { Customer } from './customer-queries.ts'

/** As it's typed: what isn't there is empty. */
export interface CustomerWish {
  email: string
  name: string
  externalId: string
  line1: string
  line2: string
  postalCode: string
  city: string
  state: string
  country: string | null
  taxNumber: string
  taxFormat: string | null
  metadata: MetadataRow[]
}

type Changes = BodyInput<typeof updateCustomer>

export function wishOf(customer: Customer | null): CustomerWish {
  const { billingAddress: address, taxId } = customer ?? {}
  return {
    email: customer?.email ?? '',
    name: customer?.name ?? '',
    externalId: customer?.externalId ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? null,
    taxNumber: taxId?.[0] ?? '',
    taxFormat: taxId?.[1] ?? null,
    metadata: metadataRows(customer?.metadata ?? {}),
  }
}

/** All that is said, for a new customer. */
export function customerOf(wish: CustomerWish) {
  const { externalId } = wish
  return {
    email: wish.email.trim(),
    name: wish.name.trim() === '' ? null : wish.name.trim(),
    ...(externalId !== '' && { externalId }),
    billingAddress: addressOf(wish),
    taxId: taxIdOf(wish),
    metadata: metadataOf(wish.metadata),
  }
}

/** Only what was changed is sent, so that what somebody else changed meanwhile stays. */
export function customerChanges(before: CustomerWish, typed: CustomerWish): Changes {
  const was: Changes = customerOf(before)
  const is: Changes = customerOf(typed)
  const isChanged = (field: keyof Changes) =>
    JSON.stringify(is[field]) !== JSON.stringify(was[field])
  return {
    ...(isChanged('email') && { email: is.email }),
    ...(isChanged('name') && { name: is.name }),
    ...(isChanged('externalId') && { externalId: is.externalId }),
    ...(isChanged('billingAddress') && { billingAddress: is.billingAddress }),
    ...(isChanged('taxId') && { taxId: is.taxId }),
    ...(isChanged('metadata') && { metadata: is.metadata }),
  }
}

function addressOf({ line1, line2, postalCode, city, state, country }: CustomerWish) {
  return country === null ? null : { line1, line2, postalCode, city, state, country }
}

function taxIdOf({ taxNumber, taxFormat }: CustomerWish): Changes['taxId'] {
  const format = taxIdFormats.find((known) => known === taxFormat)
  return format === undefined ? null : [taxNumber.trim(), format]
}

/** An address is stored with its country, or not at all. */
export function countryMistake(wish: CustomerWish): string | null {
  const { line1, line2, postalCode, city, state, country } = wish
  const isStarted = [line1, line2, postalCode, city, state].some((part) => part.trim() !== '')
  return country === null && isStarted ? 'Choose the country that this address is in.' : null
}

export function taxNumberMistake({ taxNumber, taxFormat }: CustomerWish): string | null {
  return taxFormat !== null && taxNumber.trim() === ''
    ? 'Enter the number, or clear its kind.'
    : null
}

export function taxFormatMistake({ taxNumber, taxFormat }: CustomerWish): string | null {
  return taxFormat === null && taxNumber.trim() !== '' ? 'Choose what kind of number it is.' : null
}

/** Which field a fault is about, by its path on the wire. */
export const customerField = wireFields<CustomerWish>({
  email: 'email',
  name: 'name',
  external_id: 'externalId',
  'billing_address.line1': 'line1',
  'billing_address.line2': 'line2',
  'billing_address.postal_code': 'postalCode',
  'billing_address.city': 'city',
  'billing_address.state': 'state',
  billing_address: 'country',
  'tax_id.1': 'taxFormat',
  tax_id: 'taxNumber',
  metadata: 'metadata',
})
