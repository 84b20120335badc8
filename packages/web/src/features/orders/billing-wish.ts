import type { BodyInput } from '@guildhall/contract/endpoint'
import type { updateOrder } from '@guildhall/contract/orders/orders'
import { wireFields } from '../../lib/wire-fields.ts'
import type { Order } from './order-queries.ts'

/** As it's typed: what isn't there is empty. */
export interface BillingWish {
  name: string
  line1: string
  line2: string
  postalCode: string
  city: string
  state: string
  country: string | null
}

export function billingWishOf({
  billingName,
  billingAddress: address,
  customer,
}: Order): BillingWish {
  return {
    name: billingName ?? customer.name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country ?? null,
  }
}

export function billingOf({ name, country, ...lines }: BillingWish): BodyInput<typeof updateOrder> {
  return {
    billingName: name.trim(),
    billingAddress: country === null ? null : { ...lines, country },
  }
}

/** Which field a fault is about, by its path on the wire. */
export const billingField = wireFields<BillingWish>({
  billing_name: 'name',
  'billing_address.line1': 'line1',
  'billing_address.line2': 'line2',
  'billing_address.postal_code': 'postalCode',
  'billing_address.city': 'city',
  'billing_address.state': 'state',
  billing_address: 'country',
})
