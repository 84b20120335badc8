import type { BodyOf } from '@guildhall/contract/operation'
import type {
  createOrganizationAccessToken,
  updateOrganizationAccessToken,
} from '@guildhall/contract/organizations/access-tokens'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'
import { isFresh } from '../../identity/rules/sessions/session-life.ts'
import { nextExpiryNotice } from '../rules/token-expiry.ts'
import {
  type AccessTokenKey,
  type AccessTokenRow,
  deleteAccessToken,
  findAccessToken,
  insertAccessToken,
  saveAccessToken,
} from '../store/access-tokens.ts'
import type { OrganizationDeps } from './deps.ts'
import { notifyTokenCreated } from './notify-token-managers.ts'
import { accessTokenEvent } from './organization-events.ts'
import { authorizeSeller, requirePerson, type SellerCaller } from './seller.ts'

type NewToken = Omit<BodyOf<typeof createOrganizationAccessToken>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
  readonly secretHash: Buffer
}

interface IssuedToken extends NewToken {
  readonly creator: SignedIn['user']
}

export async function createAccessToken(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  input: NewToken,
): Promise<AccessTokenRow> {
  await authorizeSeller(uow, deps, seller, input.organizationId)
  const { user: creator } = requireFreshPerson(deps, seller)
  return issueAccessToken(uow, deps, { ...input, creator })
}

/** For who is authorized already. */
export async function issueAccessToken(
  uow: UnitOfWork,
  deps: Pick<OrganizationDeps, 'keyring' | 'config'>,
  { organizationId, comment, scopes, expiresIn, secretHash, creator }: IssuedToken,
): Promise<AccessTokenRow> {
  const expiresAt = expiresIn == null ? null : new Date(uow.now.getTime() + expiresIn * 1000)
  const token = await insertAccessToken(uow.tx, {
    organizationId,
    id: uow.newId('organizationAccessToken'),
    secretHash,
    comment,
    scopes: [...new Set(scopes)],
    expiresAt,
    expiryNoticeDueAt: nextExpiryNotice(expiresAt, uow.now),
    createdAt: uow.now,
    createdBy: creator.id,
  })
  uow.record(accessTokenEvent('created', token, creator.id))
  await notifyTokenCreated(uow, deps, { token, creator })
  return token
}

type TokenUpdate = BodyOf<typeof updateOrganizationAccessToken>

export async function updateAccessToken(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  { comment, scopes, ...key }: TokenUpdate & AccessTokenKey,
): Promise<AccessTokenRow> {
  const token = await authorizeTokenChange(uow, deps, seller, key)
  const { user } = scopes ? requireFreshPerson(deps, seller) : requirePerson(seller)
  const changes = {
    ...(comment && { comment }),
    ...(scopes && { scopes: [...new Set(scopes)] }),
  }
  if (Object.keys(changes).length === 0) return token
  const saved = await saveAccessToken(uow.tx, key, changes, uow.now)
  uow.record(accessTokenEvent('updated', saved, user.id))
  return saved
}

export async function revokeAccessToken(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  key: AccessTokenKey,
): Promise<void> {
  const token = await authorizeTokenChange(uow, deps, seller, key)
  await deleteAccessToken(uow.tx, token)
  const deleted = { ...token, version: token.version + 1 }
  uow.record(accessTokenEvent('deleted', deleted, requirePerson(seller).user.id))
}

async function authorizeTokenChange(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  key: AccessTokenKey,
): Promise<AccessTokenRow> {
  await authorizeSeller(uow, deps, seller, key.organizationId)
  const token = await findAccessToken(uow.tx, key)
  if (token === undefined) throw new Problem('not_found')
  return token
}

/**
 * A token outlives the session that creates it, so an unattended browser or an impersonating
 * operator must not get one.
 */
function requireFreshPerson({ config, clock }: OrganizationDeps, seller: SellerCaller): SignedIn {
  const person = requirePerson(seller)
  if (!isFresh(person.session, config.sessions, clock.now())) {
    throw new Problem('session_is_not_fresh')
  }
  return person
}
