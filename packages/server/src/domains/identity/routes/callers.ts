import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { sameSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Resolved, Resolver, Resolvers } from '../../../platform/http/callers.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { type Resolution, resolveSession } from '../actions/resolve-session.ts'
import { presentedToken } from '../actions/session-cookies.ts'
import type { SignedIn } from '../actions/signed-in.ts'
import { decideMay, isAdminPermission, isOperator } from '../rules/admin-permissions.ts'
import { isFresh } from '../rules/session-life.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    session: SignedIn
    freshSession: SignedIn
    operator: SignedIn
    serverKey: ServerKey
    sessionOrServerKey: SignedIn | ServerKey
  }
}

/** The application's own backend: it may do what no browser may. */
interface ServerKey {
  readonly isServer: true
}

/** Recognizes the callers that this domain knows. */
export function identityResolvers(parts: IdentityParts) {
  const session: Resolver<SignedIn> = async ({ exchange, endpoint }) =>
    resolved(await requireSession(parts, exchange, endpoint.refusesStrangersAs))

  const freshSession: Resolver<SignedIn> = async ({ exchange }) => {
    const signedIn = await requireSession(parts, exchange)
    const fresh = isFresh(signedIn.session, parts.config.sessions, parts.clock.now())
    if (!fresh) throw new Problem('session_is_not_fresh')
    return resolved(signedIn)
  }

  const operator: Resolver<SignedIn> = async ({ exchange, endpoint }) => {
    const signedIn = await requireSession(parts, exchange)
    accept(operatorRefusal(signedIn.user.role, endpoint.may))
    return resolved(signedIn)
  }

  const serverKey: Resolver<ServerKey> = ({ exchange }) => {
    if (parts.config.server.serverKeys === null) throw new Problem('not_found')
    if (!showsServerKey(parts, exchange.headers)) throw new Problem('unauthorized')
    return Promise.resolve(theServer)
  }

  const sessionOrServerKey: Resolver<SignedIn | ServerKey> = async ({ exchange }) =>
    showsServerKey(parts, exchange.headers)
      ? theServer
      : resolved(await requireSession(parts, exchange))

  return { session, freshSession, operator, serverKey, sessionOrServerKey } satisfies Resolvers
}

const theServer: Resolved<ServerKey> = {
  caller: { isServer: true },
  subject: 'server',
  organizationId: null,
}

function operatorRefusal(role: string, permission: string | undefined): Refusal | null {
  if (permission === undefined) return isOperator(role) ? null : refuse('forbidden')
  assert(isAdminPermission(permission), `${permission} is a permission of operators`)
  return decideMay(role, permission)
}

const resolved = (caller: SignedIn): Resolved<SignedIn> => ({
  caller,
  subject: `session:${caller.session.id}`,
  organizationId: null,
})

type Requested = Pick<Exchange, 'headers' | 'cookie' | 'addCookie' | 'setHeader'>

/** Who is signed in on this request; null for nobody. For endpoints that anyone may call. */
export async function signedInOn(
  parts: IdentityParts,
  request: Requested,
): Promise<SignedIn | null> {
  const token = presentedToken(parts, request)
  if (token === null) return null
  const { signedIn, credentials }: Resolution = await resolveSession(parts, token, {
    prolong: true,
  })
  if (credentials !== null) giveCredentials(request, credentials)
  return signedIn
}

async function requireSession(
  parts: IdentityParts,
  exchange: Exchange,
  refusal: RefusalCode = 'unauthorized',
): Promise<SignedIn> {
  const signedIn = await signedInOn(parts, exchange)
  if (signedIn === null) throw new Problem(refusal)
  return signedIn
}

/** Whether the request comes from the application's own backend. Each key is compared. */
export function showsServerKey(
  { config }: Pick<IdentityParts, 'config'>,
  { authorization = '' }: Exchange['headers'],
): boolean {
  const [, shown = ''] = serverKeyShape.exec(authorization) ?? []
  const keys = config.server.serverKeys ?? []
  return shown !== '' && keys.filter((key) => sameSecret(key, shown)).length > 0
}

const serverKeyShape = new RegExp(`^bearer +(${secretPrefixes.server}\\S+)$`, 'i')
