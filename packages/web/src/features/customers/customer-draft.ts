import type { updateCustomer } from '@guildhall/contract/customers/customers'
import { taxIdFormats } from '@guildhall/contract/customers/tax-ids'
import type { BodyInput } from '@guildhall/contract/operation'
import {
  type AddressDraft,
  addressDraftOf,
  addressFields,
  addressOf,
} from '#/entities/address/address-draft.ts'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import type { Customer } from './customer-queries.ts'

/** As typed; omitted values are empty. */
export interface CustomerDraft extends AddressDraft {
  email: string
  name: string
  externalId: string
  taxNumber: string
  taxFormat: string | null
  metadata: MetadataRow[]
}

type Changes = BodyInput<typeof updateCustomer>

export function draftOf(customer: Customer | null): CustomerDraft {
  const { billingAddress: address, taxId } = customer ?? {}
  return {
    email: customer?.email ?? '',
    name: customer?.name ?? '',
    externalId: customer?.externalId ?? '',
    ...addressDraftOf(address),
    taxNumber: taxId?.[0] ?? '',
    taxFormat: taxId?.[1] ?? null,
    metadata: metadataRows(customer?.metadata ?? {}),
  }
}

/** The body for a new customer. */
export function customerOf(input: CustomerDraft) {
  const { externalId } = input
  return {
    email: input.email.trim(),
    name: input.name.trim() === '' ? null : input.name.trim(),
    ...(externalId !== '' && { externalId }),
    billingAddress: addressOf(input),
    taxId: taxIdOf(input),
    metadata: metadataOf(input.metadata),
  }
}

/** Sends only changed fields, so that concurrent changes are not overwritten. */
export function customerChanges(before: CustomerDraft, typed: CustomerDraft): Changes {
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

function taxIdOf({ taxNumber, taxFormat }: CustomerDraft): Changes['taxId'] {
  const format = taxIdFormats.find((known) => known === taxFormat)
  return format === undefined ? null : [taxNumber.trim(), format]
}

/** Maps wire paths to form fields. */
export const customerField = wireFields<CustomerDraft>({
  email: 'email',
  name: 'name',
  external_id: 'externalId',
  ...addressFields('billing_address'),
  'tax_id.1': 'taxFormat',
  tax_id: 'taxNumber',
  metadata: 'metadata',
})
