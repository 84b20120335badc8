import { type Scope, type SellerRight, scopeAllows } from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Actor } from '../../../platform/outbox/record.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { decideLastingAccess } from '../../identity/rules/sessions/session-life.ts'
import {
  decidePersonFilter,
  decidePersonOrganization,
  decideRole,
  decideToken,
  decideTokenFilter,
  decideTokenOrganization,
  unknownOrganization,
} from '../rules/seller-rights.ts'
import type { AccessTokenKey } from '../store/access-tokens.ts'
import { findRole, listRoles } from '../store/members.ts'
import { lockOrganization, type OrganizationRow } from '../store/organizations.ts'
import { findSessionAccess, findTokenAccess } from '../store/seller-access.ts'
import type { OrganizationDeps } from './deps.ts'

/** A caller of the billing API: a seller's backend with an access token, or a signed-in person. */
export type SellerCaller = TokenCaller | PersonCaller

/** An access token whose secret was shown. */
export interface ShownToken {
  readonly kind: 'token'
  readonly token: AccessTokenKey
  readonly name: string
  /** The last characters of the secret, by which people recognize it. */
  readonly ending: string
}

const endingLength = 4

export const shownToken = (
  { organizationId, id, comment }: AccessTokenKey & { readonly comment: string },
  secret: string,
): ShownToken => ({
  kind: 'token',
  token: { organizationId, id },
  name: comment,
  ending: secret.slice(-endingLength),
})

interface TokenCaller extends ShownToken, RequiredRight {
  /** As of its authentication. */
  readonly scopes: readonly string[]
}

interface PersonCaller extends RequiredRight {
  readonly kind: 'person'
  readonly signedIn: SignedIn
}

/** What the endpoint requires of its caller. */
interface RequiredRight {
  readonly right: SellerRight
  /** The refusal for callers without the right, if the endpoint has its own. */
  readonly refusesUnpermittedAs: RefusalCode | null
}

type SellerDeps = Pick<OrganizationDeps, 'uowFactory'>
type OrganizationId = Id<'organization'>

const rightsIn = ({ uowFactory: { database, rightsDatabase = database } }: SellerDeps): Database =>
  rightsDatabase

/** Where a call creates something: in the organization that the body names, or the caller's own. */
export async function resolveOrganization(
  deps: SellerDeps,
  seller: SellerCaller,
  requested: OrganizationId | null | undefined,
): Promise<OrganizationId> {
  if (seller.kind === 'token') {
    return accept(decideTokenOrganization(seller.token.organizationId, requested))
  }
  const { user, session } = seller.signedIn
  const organizationId = accept(decidePersonOrganization(requested, session.activeOrganizationId))
  const userId = user.id
  const role = await findRole(rightsIn(deps), { organizationId, userId })
  if (role === null) return accept(unknownOrganization)
  requirePermission(seller, decideRole(role, seller.right))
  return organizationId
}

/**
 * What a call lists: the organization that the query names, or the caller's own; null for nothing.
 */
export async function resolveOrganizationFilter(
  deps: SellerDeps,
  seller: SellerCaller,
  requested: readonly OrganizationId[] | undefined,
): Promise<OrganizationId | null> {
  if (seller.kind === 'token') return decideTokenFilter(seller.token.organizationId, requested)
  const { user, session } = seller.signedIn
  const organizationId = accept(decidePersonFilter(requested, session.activeOrganizationId))
  const userId = user.id
  const role = await findRole(rightsIn(deps), { organizationId, userId })
  if (role === null) return null
  requirePermission(seller, decideRole(role, seller.right))
  return organizationId
}

/** Whether a caller has a further right: some answers show more to callers who have it. */
export const sellerMay = async (
  deps: SellerDeps,
  seller: SellerCaller,
  organizationId: OrganizationId,
  right: Scope,
): Promise<boolean> => (await rightsOf(deps, seller, organizationId))(right)

/** The same for several rights, looked up once. */
export async function rightsOf(
  deps: SellerDeps,
  seller: SellerCaller,
  organizationId: OrganizationId,
): Promise<(right: Scope) => boolean> {
  if (seller.kind === 'token') {
    const { token, scopes } = seller
    return (right) => token.organizationId === organizationId && scopeAllows(scopes, right)
  }
  const userId = seller.signedIn.user.id
  const role = await findRole(rightsIn(deps), { organizationId, userId })
  return (right) => decideRole(role, right) === null
}

interface OwnedByOrganization {
  readonly organizationId: OrganizationId
}

/**
 * Finds an object by id among the caller's organizations. Objects of other organizations are
 * refused like missing ones.
 */
export async function getForSeller<T extends OwnedByOrganization>(
  deps: SellerDeps,
  seller: SellerCaller,
  find: (organizationIds: readonly OrganizationId[]) => Promise<T | undefined>,
): Promise<T> {
  const roles =
    seller.kind === 'token' ? [] : await listRoles(rightsIn(deps), seller.signedIn.user.id)
  const organizationIds =
    seller.kind === 'token'
      ? [seller.token.organizationId]
      : roles.map(({ organizationId }) => organizationId)
  const found = organizationIds.length === 0 ? undefined : await find(organizationIds)
  if (found === undefined) throw new Problem('not_found')
  if (seller.kind === 'person') {
    const held = roles.find(({ organizationId }) => organizationId === found.organizationId)
    assert(held !== undefined, 'the object was searched in these organizations only')
    requirePermission(seller, decideRole(held.role, seller.right))
  }
  return found
}

/**
 * Runs in the organization's time. Checks the right again in the transaction, because reading a
 * slow body takes time in which the token may be revoked.
 */
export const sellerUnitOfWork = <T>(
  deps: SellerDeps,
  seller: SellerCaller,
  organizationId: OrganizationId,
  task: (uow: UnitOfWork) => Promise<T>,
): Promise<T> =>
  runUnitOfWork(
    deps.uowFactory,
    {
      organizationId,
      actor: actorOf(seller),
      enter: (tx) => checkSellerRight(tx, deps, seller, organizationId),
    },
    task,
  )

/** Acts of an impersonated session are recorded as the operator's. */
export function actorOf(seller: SellerCaller): Actor {
  if (seller.kind === 'token') return { type: 'organization_access_token', id: seller.token.id }
  const { user, session } = seller.signedIn
  return session.impersonatedBy === null
    ? { type: 'user', id: user.id }
    : { type: 'operator', id: session.impersonatedBy }
}

/**
 * Locks the organization for a seller who is about to change it. The right is checked under the
 * lock, because roles change under it too.
 */
export async function authorizeSeller(
  { tx }: UnitOfWork,
  deps: SellerDeps,
  seller: SellerCaller,
  organizationId: OrganizationId,
): Promise<OrganizationRow> {
  const organization = await lockOrganization(tx, organizationId)
  await checkSellerRight(tx, deps, seller, organizationId)
  assert(organization !== undefined, 'no one has rights in a deleted organization')
  return organization
}

/** Answers the instant at which the organization's clock is frozen, or null. */
async function checkSellerRight(
  tx: Transaction<Tables>,
  { uowFactory }: SellerDeps,
  seller: SellerCaller,
  organizationId: OrganizationId,
): Promise<Date | null> {
  if (seller.kind === 'person') {
    const sessionId = seller.signedIn.session.id
    const access = await findSessionAccess(tx, { sessionId, organizationId })
    requirePermission(seller, decideRole(access?.role ?? null, seller.right))
    return access?.frozenAt ?? null
  }
  assert(seller.token.organizationId === organizationId, 'a token acts in its organization only')
  const access = await findTokenAccess(tx, seller.token)
  if (access === undefined) throw new Problem('invalid_access_token')
  requirePermission(seller, decideToken(access, seller.right, uowFactory.clock.now()))
  return access.frozenAt
}

/** Throws the refusal, or the endpoint's own one for callers without the right. */
export function requirePermission(
  { refusesUnpermittedAs }: RequiredRight,
  refusal: Refusal | null,
): void {
  if (refusal === null) return
  const isUnpermitted = ['insufficient_scope', 'insufficient_role'].includes(refusal.refused)
  const code = isUnpermitted ? (refusesUnpermittedAs ?? refusal.refused) : refusal.refused
  throw new Problem(code, refusal.details)
}

/** For endpoints whose right no token can have. */
export function requirePerson(seller: SellerCaller): SignedIn {
  assert(seller.kind === 'person', `${seller.right} is a right of persons`)
  return seller.signedIn
}

/** For what would give access beyond an impersonation. Tokens belong to the seller. */
export function refuseImpersonation(seller: SellerCaller): void {
  if (seller.kind === 'person') accept(decideLastingAccess(seller.signedIn.session))
}
