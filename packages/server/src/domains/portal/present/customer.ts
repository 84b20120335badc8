import type { Customer } from '@guildhall/contract/customers/shapes'
import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import type * as z from 'zod/mini'

/** A customer as they see themselves, without the seller's own data about them. */
export const presentPortalCustomer = (
  {
    id,
    createdAt,
    modifiedAt,
    email,
    emailVerified,
    name,
    billingAddress,
    taxId,
  }: z.output<typeof Customer>,
  pendingEmail: string | null,
): PortalCustomer => ({
  id,
  createdAt,
  modifiedAt,
  email,
  emailVerified,
  name,
  billingAddress,
  taxId,
  pendingEmail,
  oauthAccounts: {},
})
