import type { BodyInput } from '@guildhall/contract/endpoint'
import type { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { wireFields } from '../../lib/wire-fields.ts'
import type { PortalCustomer } from './portal-queries.ts'

/** As it's typed: what isn't there is empty. */
export interface BillingDraft {
  name: string
  line1: string
  line2: string
  postalCode: string
  city: string
  state: string
  country: string | null
  taxId: string
}

export const draftOf = ({ name, billingAddress, taxId }: PortalCustomer): BillingDraft => ({
  name: name ?? '',
  line1: billingAddress?.line1 ?? '',
  line2: billingAddress?.line2 ?? '',
  postalCode: billingAddress?.postalCode ?? '',
  city: billingAddress?.city ?? '',
  state: billingAddress?.state ?? '',
  country: billingAddress?.country ?? null,
  taxId: taxId?.[0] ?? '',
})

export const changeOf = ({
  name,
  country,
  taxId,
  ...lines
}: BillingDraft): BodyInput<typeof updatePortalCustomer> => ({
  name: name.trim() === '' ? null : name.trim(),
  billingAddress: country === null ? null : { ...lines, country },
  taxId: taxId.trim(),
})

/** Which field a fault is about, by its path on the wire. */
export const billingField = wireFields<BillingDraft>({
  name: 'name',
  'billing_address.line1': 'line1',
  'billing_address.line2': 'line2',
  'billing_address.postal_code': 'postalCode',
  'billing_address.city': 'city',
  'billing_address.state': 'state',
  billing_address: 'country',
  tax_id: 'taxId',
})
