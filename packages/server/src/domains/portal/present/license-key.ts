import type { LicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import { unnamed } from './customer.ts'

/** Without the seller’s own data; for a buyer who typed an address, only that of the customer. */
export function licenseKeyFor<K extends LicenseKey>(typedEmail: string | null, key: K): K {
  const customer = { ...key.customer, metadata: {} }
  if (typedEmail === null) return { ...key, customer }
  return {
    ...key,
    customerId: unnamed,
    customer: {
      ...customer,
      id: unnamed,
      createdAt: key.createdAt,
      modifiedAt: null,
      externalId: null,
      email: typedEmail,
      emailVerified: false,
      name: null,
      billingAddress: null,
      taxId: null,
    },
  }
}
