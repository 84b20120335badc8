import type { BodyInput } from '@guildhall/contract/operation'
import type { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import {
  type AddressDraft,
  addressDraftOf,
  addressFields,
  addressOf,
} from '#/entities/address/address-draft.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import type { PortalCustomer } from './portal-queries.ts'

/** As typed; omitted values are empty. */
export interface BillingDraft extends AddressDraft {
  name: string
  taxId: string
}

export const draftOf = ({ name, billingAddress, taxId }: PortalCustomer): BillingDraft => ({
  name: name ?? '',
  ...addressDraftOf(billingAddress),
  taxId: taxId?.[0] ?? '',
})

export const changeOf = (draft: BillingDraft): BodyInput<typeof updatePortalCustomer> => ({
  name: draft.name.trim() === '' ? null : draft.name.trim(),
  billingAddress: addressOf(draft),
  taxId: draft.taxId.trim(),
})

/** Maps wire paths to form fields. */
export const billingField = wireFields<BillingDraft>({
  name: 'name',
  ...addressFields('billing_address'),
  tax_id: 'taxId',
})
