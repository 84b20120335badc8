import type { BodyInput } from '@guildhall/contract/operation'
import type { updateOrder } from '@guildhall/contract/orders/orders'
import {
  type AddressDraft,
  addressDraftOf,
  addressFields,
  addressOf,
} from '#/entities/address/address-draft.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import type { Order } from './order-queries.ts'

/** As typed; omitted values are empty. */
export interface BillingDraft extends AddressDraft {
  name: string
}

export function billingDraftOf({
  billingName,
  billingAddress: address,
  customer,
}: Order): BillingDraft {
  return {
    name: billingName ?? customer.name ?? '',
    ...addressDraftOf(address),
  }
}

export const billingOf = (draft: BillingDraft): BodyInput<typeof updateOrder> => ({
  billingName: draft.name.trim(),
  billingAddress: addressOf(draft),
})

/** Maps wire paths to form fields. */
export const billingField = wireFields<BillingDraft>({
  billing_name: 'name',
  ...addressFields('billing_address'),
})
