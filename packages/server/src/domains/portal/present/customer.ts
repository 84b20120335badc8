import { type Customer, customerId } from '@guildhall/contract/customers/shapes'
import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import * as z from 'zod/mini'

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
  accounts: readonly Account[],
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
  oauthAccounts: Object.fromEntries(
    accounts.map(({ provider, accountId, username }) => [
      provider,
      { accountId, accountUsername: username },
    ]),
  ),
})

interface Account {
  readonly provider: string
  readonly accountId: string
  readonly username: string
}

/** The wire requires an id; the time in a real one would tell how long the customer is known. */
export const unnamed = z.parse(customerId, '00000000-0000-0000-0000-000000000000')

/** What a buyer who typed an address may know about the customer whose address it is. */
export const unprovedCustomer = (email: string, boughtAt: Date): PortalCustomer => ({
  id: unnamed,
  createdAt: boughtAt,
  modifiedAt: null,
  email,
  emailVerified: false,
  name: null,
  billingAddress: null,
  taxId: null,
  pendingEmail: null,
  oauthAccounts: {},
})
