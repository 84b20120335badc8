import type { BodyOf } from '@guildhall/contract/endpoint'
import type {
  createOrganizationAccessToken,
  updateOrganizationAccessToken,
} from '@guildhall/contract/organizations/access-tokens'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { isFresh, type SignedIn } from '../../identity/index.ts'
import {
  type AccessTokenKey,
  type AccessTokenRow,
  deleteAccessToken,
  findAccessToken,
  insertAccessToken,
  saveAccessToken,
} from '../store/access-tokens.ts'
import { accessTokenEvent } from './access-token-events.ts'
import { enterAsSeller } from './enter-as-seller.ts'
import type { OrganizationParts } from './parts.ts'
import { personOf, type Seller } from './seller.ts'

type NewToken = Omit<BodyOf<typeof createOrganizationAccessToken>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
  readonly secretHash: Buffer
}

export async function createAccessToken(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  { organizationId, comment, scopes, expiresIn, secretHash }: NewToken,
): Promise<AccessTokenRow> {
  await enterAsSeller(work, parts, seller, organizationId)
  const { user } = freshPersonOf(parts, seller)
  const token = await insertAccessToken(work.tx, {
    organizationId,
    id: work.newId('organizationAccessToken'),
    secretHash,
    comment,
    scopes: [...new Set(scopes)],
    expiresAt: expiresIn == null ? null : new Date(work.now.getTime() + expiresIn * 1000),
    createdAt: work.now,
  })
  work.record(accessTokenEvent('created', token, user.id))
  return token
}

type TokenUpdate = BodyOf<typeof updateOrganizationAccessToken>

export async function updateAccessToken(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  { comment, scopes, ...key }: TokenUpdate & AccessTokenKey,
): Promise<AccessTokenRow> {
  const token = await enterToken(work, parts, seller, key)
  const { user } = scopes ? freshPersonOf(parts, seller) : personOf(seller)
  const changes = {
    ...(comment && { comment }),
    ...(scopes && { scopes: [...new Set(scopes)] }),
  }
  if (Object.keys(changes).length === 0) return token
  const saved = await saveAccessToken(work.tx, key, changes, work.now)
  work.record(accessTokenEvent('updated', saved, user.id))
  return saved
}

export async function revokeAccessToken(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  key: AccessTokenKey,
): Promise<void> {
  const token = await enterToken(work, parts, seller, key)
  await deleteAccessToken(work.tx, token)
  const deleted = { ...token, version: token.version + 1 }
  work.record(accessTokenEvent('deleted', deleted, personOf(seller).user.id))
}

async function enterToken(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  key: AccessTokenKey,
): Promise<AccessTokenRow> {
  await enterAsSeller(work, parts, seller, key.organizationId)
  const token = await findAccessToken(work.tx, key)
  if (token === undefined) throw new Problem('not_found')
  return token
}

/**
 * What is allowed here outlasts the session that allows it, so that whoever found a browser open,
 * or acts as somebody else, must not get it.
 */
function freshPersonOf({ config, clock }: OrganizationParts, seller: Seller): SignedIn {
  const person = personOf(seller)
  if (!isFresh(person.session, config.sessions, clock.now())) {
    throw new Problem('session_is_not_fresh')
  }
  return person
}
