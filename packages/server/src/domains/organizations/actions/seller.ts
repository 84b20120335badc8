import type { SellerRight } from '@guildhall/contract/organizations/scopes'
import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Actor } from '../../../platform/outbox/record.ts'
import { type Work, work } from '../../../platform/work.ts'
import type { SignedIn } from '../../identity/index.ts'
import {
  decideListOfPerson,
  decideListOfToken,
  decidePlaceOfPerson,
  decidePlaceOfToken,
  decideRole,
  decideToken,
  unknownPlace,
} from '../rules/seller-rights.ts'
import type { AccessTokenKey } from '../store/access-tokens.ts'
import { readRole } from '../store/read-role.ts'
import { rolesOf } from '../store/seller-memberships.ts'
import { standingInSession, standingOfToken } from '../store/seller-standing.ts'
import type { OrganizationParts } from './parts.ts'

/** Who calls for a seller: its own backend with an access token, or a person with a session. */
export type Seller = TokenSeller | PersonSeller

interface TokenSeller extends Asking {
  readonly kind: 'token'
  readonly token: AccessTokenKey
}

interface PersonSeller extends Asking {
  readonly kind: 'person'
  readonly signedIn: SignedIn
}

/** What the endpoint wants of whoever calls it. */
interface Asking {
  readonly right: SellerRight
  /** How it refuses who lacks the right, where not in the usual way. */
  readonly refusesUnpermittedAs: RefusalCode | null
}

type SellerParts = Pick<OrganizationParts, 'workshop'>
type Organization = Id<'organization'>

/** For creating: the organization that the body names, or the token's own. */
export async function organizationNamed(
  { workshop }: SellerParts,
  seller: Seller,
  named: Organization | null | undefined,
): Promise<Organization> {
  if (seller.kind === 'token') {
    return accept(decidePlaceOfToken(seller.token.organizationId, named))
  }
  const organizationId = accept(decidePlaceOfPerson(named))
  const userId = seller.signedIn.user.id
  const role = await readRole(workshop.database, { organizationId, userId })
  if (role === null) return accept(unknownPlace)
  permit(seller, decideRole(role, seller.right))
  return organizationId
}

/** For listing: the organization that the query names, or the token's own. Null: an empty list. */
export async function organizationListed(
  { workshop }: SellerParts,
  seller: Seller,
  named: readonly Organization[] | undefined,
): Promise<Organization | null> {
  if (seller.kind === 'token') return decideListOfToken(seller.token.organizationId, named)
  const organizationId = accept(decideListOfPerson(named))
  const userId = seller.signedIn.user.id
  const role = await readRole(workshop.database, { organizationId, userId })
  if (role === null) return null
  permit(seller, decideRole(role, seller.right))
  return organizationId
}

interface OfOrganization {
  readonly organizationId: Organization
}

/**
 * For everything that is named by its id: what is found in the organizations of whoever calls.
 * Anything else is not found, whether it is somebody else's or nobody's.
 */
export async function itemOf<T extends OfOrganization>(
  { workshop }: SellerParts,
  seller: Seller,
  find: (organizationIds: readonly Organization[]) => Promise<T | undefined>,
): Promise<T> {
  const held =
    seller.kind === 'token' ? [] : await rolesOf(workshop.database, seller.signedIn.user.id)
  const reach =
    seller.kind === 'token'
      ? [seller.token.organizationId]
      : held.map(({ organizationId }) => organizationId)
  const found = reach.length === 0 ? undefined : await find(reach)
  if (found === undefined) throw new Problem('not_found')
  if (seller.kind === 'person') {
    const there = held.find(({ organizationId }) => organizationId === found.organizationId)
    assert(there !== undefined, 'what is found is in one of the organizations asked')
    permit(seller, decideRole(there.role, seller.right))
  }
  return found
}

/**
 * A unit of work of a seller, in the time of the organization. The right is asked again in its
 * transaction: a body may have been on its way for long, and the token revoked meanwhile.
 */
export const sellerWork = <T>(
  parts: SellerParts,
  seller: Seller,
  organizationId: Organization,
  task: (work: Work) => Promise<T>,
): Promise<T> =>
  work(
    parts.workshop,
    {
      organizationId,
      actor: actorOf(seller),
      enter: (tx) => requireRight(tx, parts, seller, organizationId),
    },
    task,
  )

/** Who is to be told as the one who did it; behind somebody they act as stands the operator. */
function actorOf(seller: Seller): Actor {
  if (seller.kind === 'token') return { type: 'organization_access_token', id: seller.token.id }
  const { user, session } = seller.signedIn
  return session.impersonatedBy === null
    ? { type: 'user', id: user.id }
    : { type: 'operator', id: session.impersonatedBy }
}

/**
 * Asks whether they have the right at this moment, as the transaction sees it, and answers where
 * the organization's clock is stopped.
 */
export async function requireRight(
  tx: Transaction<Tables>,
  { workshop }: SellerParts,
  seller: Seller,
  organizationId: Organization,
): Promise<Date | null> {
  if (seller.kind === 'person') {
    const sessionId = seller.signedIn.session.id
    const standing = await standingInSession(tx, { sessionId, organizationId })
    permit(seller, decideRole(standing?.role ?? null, seller.right))
    return standing?.frozenAt ?? null
  }
  assert(seller.token.organizationId === organizationId, 'a token acts in its organization only')
  const token = await standingOfToken(tx, seller.token)
  if (token === undefined) throw new Problem('invalid_access_token')
  permit(seller, decideToken(token, seller.right, workshop.clock.now()))
  return token.frozenAt
}

/** Throws the refusal, in the words of an endpoint that has its own for this. */
export function permit({ refusesUnpermittedAs }: Asking, refusal: Refusal | null): void {
  if (refusal === null) return
  const isUnpermitted = ['insufficient_scope', 'insufficient_role'].includes(refusal.refused)
  const code = isUnpermitted ? (refusesUnpermittedAs ?? refusal.refused) : refusal.refused
  throw new Problem(code, refusal.details)
}

/** For calls whose right no token has. */
export function personOf(seller: Seller): SignedIn {
  assert(seller.kind === 'person', `${seller.right} is a right of persons`)
  return seller.signedIn
}
