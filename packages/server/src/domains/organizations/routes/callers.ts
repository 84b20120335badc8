import type { Operation } from '@guildhall/contract/operation'
import { isSellerRight } from '@guildhall/contract/organizations/scopes'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { inBatches } from '../../../platform/database/in-batches.ts'
import type { Resolved, Resolver } from '../../../platform/http/callers.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { shownBearer } from '../../../platform/http/presented-bearer.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'
import { findSignedIn } from '../../identity/actions/sessions/resolve-session.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { requirePermission, type SellerCaller, shownToken } from '../actions/seller.ts'
import { decideToken, isTokenUseDue } from '../rules/seller-rights.ts'
import { expiresSoon } from '../rules/token-expiry.ts'
import {
  type AuthenticatingToken,
  findTokensByHashes,
  recordTokenUse,
} from '../store/access-tokens.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    seller: SellerCaller
  }
}

/**
 * Authenticates the callers of the billing API: an access token, or a session as a cookie or bearer
 * token. A token's scope is checked here. A person's right is checked later, because the
 * organization is known only from the query, the body or the object.
 */
export function sellerResolver(deps: OrganizationDeps & IdentityDeps): Resolver<SellerCaller> {
  const { database } = deps.uowFactory
  const findToken = inBatches(
    (hashes: readonly Buffer[]) => findTokensByHashes(database, hashes),
    tokenBatchMax,
  )
  return async ({ exchange, operation }) => {
    const required = requiredRight(operation)
    const shown = shownBearer(exchange)
    if (shown?.startsWith(secretPrefixes.organizationAccess)) {
      return tokenSeller({ ...deps, findToken, exchange }, shown, required)
    }
    const signedIn = await findSignedIn(deps, exchange)
    if (signedIn === null) {
      throw new Problem(shown === null ? 'unauthorized' : 'invalid_access_token')
    }
    const subject = `session:${signedIn.session.id}`
    return { caller: { kind: 'person', ...required, signedIn }, subject, organizationId: null }
  }
}

const tokenBatchMax = 100

/** Too few to guess the rest of a secret. */

type RequiredRight = Pick<SellerCaller, 'right' | 'refusesUnpermittedAs'>

function requiredRight({ name, may, refusesUnpermittedAs }: Operation): RequiredRight {
  const isKnown = may !== undefined && isSellerRight(may)
  assert(isKnown, `${name} declares the right that it requires`)
  return { right: may, refusesUnpermittedAs: refusesUnpermittedAs ?? null }
}

interface TokenDeps extends OrganizationDeps {
  readonly findToken: (hash: Buffer) => Promise<AuthenticatingToken | null>
  readonly exchange: Exchange
}

/** All tokens of an organization share its rate limit and its idempotency keys. */
async function tokenSeller(
  { uowFactory, clock, findToken, exchange }: TokenDeps,
  shown: string,
  required: RequiredRight,
): Promise<Resolved<SellerCaller>> {
  const isWellFormed = hasSecretShape(secretPrefixes.organizationAccess, shown)
  const found = isWellFormed ? await findToken(hashSecret(shown)) : null
  if (found === null) throw new Problem('invalid_access_token')
  const now = clock.now()
  requirePermission(required, decideToken(found, required.right, now))
  if (isTokenUseDue(found.lastUsedAt, now)) {
    await recordTokenUse(uowFactory.database.kysely, found, now)
  }
  const { organizationId, scopes, expiresAt } = found
  if (expiresAt !== null && expiresSoon(expiresAt, now)) {
    exchange.setHeader('sunset', expiresAt.toUTCString())
  }
  return {
    caller: { ...shownToken(found, shown), scopes, ...required },
    subject: `organization:${organizationId}`,
    organizationId,
  }
}
