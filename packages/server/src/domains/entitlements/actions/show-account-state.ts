import { customerId } from '@guildhall/contract/customers/shapes'
import type { CustomerState } from '@guildhall/contract/customers/state'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Database } from '../../../platform/database/database.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findUser } from '../../identity/store/users/users.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'

type Account = Pick<CustomerState, 'organizationId'> & { readonly externalId: string }

/**
 * The state of an account of this server that isn’t a customer of the seller yet; undefined if
 * there is no such account. Accounts belong to no seller, so nothing of theirs is shown.
 */
export async function showAccountState(
  { kysely }: Pick<Database, 'kysely'>,
  account: Account,
  now: Date,
): Promise<CustomerState | undefined> {
  const user = z.safeParse(id('user'), account.externalId)
  const organization = z.safeParse(id('organization'), account.externalId)
  const isAccount =
    (user.success && (await findUser(kysely, user.data)) !== undefined) ||
    (organization.success && (await findOrganization(kysely, organization.data)) !== undefined)
  return isAccount ? stateWithoutPurchases(account, now) : undefined
}

/** No customer has the id of an account, so what is done with it is refused as not found. */
const stateWithoutPurchases = (
  { organizationId, externalId }: Account,
  now: Date,
): CustomerState => ({
  ...presentCustomer({
    id: z.parse(customerId, externalId),
    organizationId,
    externalId,
    email: '',
    emailVerified: false,
    name: null,
    billingAddress: null,
    taxId: null,
    taxIdFormat: null,
    metadata: {},
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
  }),
  activeSubscriptions: [],
  grantedBenefits: [],
  activeMeters: [],
})
