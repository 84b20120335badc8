import type { Endpoint } from '@guildhall/contract/endpoint'
import { isSellerRight } from '@guildhall/contract/organizations/scopes'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { inBatches } from '../../../platform/database/in-batches.ts'
import type { Resolved, Resolver } from '../../../platform/http/callers.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { shownBearer } from '../../../platform/http/shown-bearer.ts'
import type { SignedIn } from '../../identity/index.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { permit, type Seller } from '../actions/seller.ts'
import { decideToken, isTokenUseNews } from '../rules/seller-rights.ts'
import { noteTokenUse, type ShownToken, tokensWithHashes } from '../store/access-tokens.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    seller: Seller
  }
}

/** Who is signed in on a request; null for nobody. */
type Recognize = (exchange: Exchange) => Promise<SignedIn | null>

/**
 * Recognizes whoever calls for a seller: an access token, or a session as a cookie or shown as a
 * bearer. Which organization a person means is in what they send, so their right there is asked
 * later; a token's scope is asked here.
 */
export function sellerResolver(parts: OrganizationParts, signedInOn: Recognize): Resolver<Seller> {
  const { database } = parts.workshop
  const findToken = inBatches(
    (hashes: readonly Buffer[]) => tokensWithHashes(database, hashes),
    tokensAtOnceMax,
  )
  return async ({ exchange, endpoint }) => {
    const asks = askedBy(endpoint)
    const shown = shownBearer(exchange)
    if (shown?.startsWith(secretPrefixes.organizationAccess)) {
      return tokenSeller({ ...parts, findToken }, shown, asks)
    }
    const signedIn = await signedInOn(exchange)
    if (signedIn === null) {
      throw new Problem(shown === null ? 'unauthorized' : 'invalid_access_token')
    }
    const subject = `session:${signedIn.session.id}`
    return { caller: { kind: 'person', ...asks, signedIn }, subject, organizationId: null }
  }
}

const tokensAtOnceMax = 100

type Asks = Pick<Seller, 'right' | 'refusesUnpermittedAs'>

function askedBy({ name, may, refusesUnpermittedAs }: Endpoint): Asks {
  const isKnown = may !== undefined && isSellerRight(may)
  assert(isKnown, `${name} says what a seller must be allowed`)
  return { right: may, refusesUnpermittedAs: refusesUnpermittedAs ?? null }
}

interface TokenParts extends OrganizationParts {
  readonly findToken: (hash: Buffer) => Promise<ShownToken | null>
}

/** All tokens of an organization share its budget and its idempotency keys. */
async function tokenSeller(
  { workshop, clock, findToken }: TokenParts,
  shown: string,
  asks: Asks,
): Promise<Resolved<Seller>> {
  const isPlausible = hasSecretShape(secretPrefixes.organizationAccess, shown)
  const found = isPlausible ? await findToken(hashSecret(shown)) : null
  if (found === null) throw new Problem('invalid_access_token')
  const now = clock.now()
  permit(asks, decideToken(found, asks.right, now))
  if (isTokenUseNews(found.lastUsedAt, now)) {
    await noteTokenUse(workshop.database.kysely, found, now)
  }
  const { organizationId, id } = found
  return {
    caller: { kind: 'token', ...asks, token: { organizationId, id } },
    subject: `organization:${organizationId}`,
    organizationId,
  }
}
