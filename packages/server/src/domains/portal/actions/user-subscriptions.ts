import type { QueryOf, ResponseOf } from '@guildhall/contract/operation'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import type { listUserSubscriptions as contract } from '@guildhall/contract/portal/for-users'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { byId } from '../../../kernel/indexing.ts'
import { emptyPage, type Page } from '../../../platform/database/listing.ts'
import type { PortalViewer } from '../../customers/store/customer-sessions.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { findRole } from '../../organizations/store/members.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import {
  listSubscriptionsForReference,
  listSubscriptionsOfCustomer,
} from '../../subscriptions/store/customer-subscriptions.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import { withoutCustomer } from '../present/purchase.ts'
import { referenceIn } from '../present/user-state.ts'
import { sellerOfUsers, viewAsUser } from './buying-user.ts'
import type { PortalDeps } from './deps.ts'
import { showCustomerSubscriptions } from './show-purchases.ts'

type UserSubscription = ResponseOf<typeof contract>['result']['items'][number]

/** Their own, and for an organization of theirs also those that other members bought. */
export async function listUserSubscriptions(
  deps: PortalDeps,
  caller: SignedIn,
  query: QueryOf<typeof contract>,
): Promise<Page<UserSubscription>> {
  const seller = await sellerOfUsers(deps)
  const viewer = await viewAsUser(deps, seller, caller)
  const { rows, total } = await findRows(deps, { seller, viewer, caller }, query)
  const rowOf = byId(rows)
  const shown = await showCustomerSubscriptions(deps.uowFactory.database.kysely, deps, rows)
  const subscriptions = shown.map((one): UserSubscription => {
    const row = rowOf.get(one.id)
    assert(row !== undefined, 'each is shown from its row')
    const isOwn = row.customerId === viewer?.customerId
    return { ...(isOwn ? one : withoutCustomer(one)), metadata: referenceIn(row.metadata) }
  })
  return { rows: subscriptions, total }
}

interface Asked {
  readonly seller: OrganizationRow
  readonly viewer: PortalViewer | null
  readonly caller: SignedIn
}

async function findRows(
  deps: PortalDeps,
  { seller, viewer, caller }: Asked,
  { referenceId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<SubscriptionRow>> {
  const { kysely } = deps.uowFactory.database
  if (referenceId !== undefined && (await isMemberOf(deps, caller, referenceId))) {
    const key = { organizationId: seller.id, referenceId, customerId: null }
    return listSubscriptionsForReference(kysely, key, listing)
  }
  if (viewer === null) return emptyPage
  return referenceId === undefined
    ? listSubscriptionsOfCustomer(kysely, viewer, listing)
    : listSubscriptionsForReference(kysely, { ...viewer, referenceId }, listing)
}

async function isMemberOf(
  { uowFactory }: PortalDeps,
  { user }: SignedIn,
  referenceId: string,
): Promise<boolean> {
  const parsed = z.safeParse(organizationId, referenceId)
  if (!parsed.success) return false
  const membership = { organizationId: parsed.data, userId: user.id }
  return (await findRole(uowFactory.database, membership)) !== null
}
