import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { type BuyingUser, findCustomerOfUser } from '../../customers/actions/customer-of-user.ts'
import type { PortalViewer } from '../../customers/store/customer-sessions.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { findOrganization, type OrganizationRow } from '../../organizations/store/organizations.ts'
import type { PortalDeps } from './deps.ts'

/** The organization from which users buy as users. */
export async function sellerOfUsers({ config, uowFactory }: PortalDeps): Promise<OrganizationRow> {
  const { sellerId } = config.organizations
  const seller =
    sellerId === null
      ? undefined
      : await findOrganization(uowFactory.database.kysely, z.parse(organizationId, sellerId))
  if (seller === undefined) throw new Problem('users_have_no_seller')
  return seller
}

export const buyerOf = (
  { id: organizationId }: OrganizationRow,
  { user }: SignedIn,
): BuyingUser => {
  const { id, name, email, emailVerified } = user
  return { organizationId, id, name, email, emailVerified }
}

/** What a user sees of their purchases; null if they have bought nothing. */
export async function viewAsUser(
  { uowFactory }: PortalDeps,
  seller: OrganizationRow,
  caller: SignedIn,
): Promise<PortalViewer | null> {
  const customer = await findCustomerOfUser(uowFactory.database.kysely, buyerOf(seller, caller))
  if (customer === undefined) return null
  const { organizationId, id: customerId } = customer
  return { organizationId, customerId, checkoutId: null }
}
