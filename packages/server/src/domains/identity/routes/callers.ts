import type { RefusalCode } from '@guildhall/contract/refusals'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { Resolved, Resolver, Resolvers } from '../../../platform/http/callers.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { IdentityDeps } from '../actions/deps.ts'
import { showsServerKey } from '../actions/server-key.ts'
import { findSignedIn } from '../actions/sessions/resolve-session.ts'
import type { SignedIn } from '../actions/signed-in.ts'
import {
  decideAdminPermission,
  isAdminPermission,
} from '../rules/administration/admin-permissions.ts'
import { isFresh } from '../rules/sessions/session-life.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    session: SignedIn
    freshSession: SignedIn
    operator: SignedIn
    serverKey: ServerKey
    sessionOrServerKey: SignedIn | ServerKey
  }
}

/** The application's own backend, which may do what no browser may. */
interface ServerKey {
  readonly isServer: true
}

export function identityResolvers(deps: IdentityDeps) {
  const session: Resolver<SignedIn> = async ({ exchange, operation }) =>
    resolved(await requireSession(deps, exchange, operation.refusesUnauthenticatedAs))

  const freshSession: Resolver<SignedIn> = async ({ exchange }) => {
    const signedIn = await requireSession(deps, exchange)
    const fresh = isFresh(signedIn.session, deps.config.sessions, deps.clock.now())
    if (!fresh) throw new Problem('session_is_not_fresh')
    return resolved(signedIn)
  }

  const operator: Resolver<SignedIn> = async ({ exchange, operation }) => {
    const signedIn = await requireSession(deps, exchange)
    accept(operatorRefusal(signedIn.user.role, operation.may))
    return resolved(signedIn)
  }

  const serverKey: Resolver<ServerKey> = ({ exchange }) => {
    if (deps.config.server.serverKeys === null) throw new Problem('not_found')
    if (!showsServerKey(deps, exchange.headers)) throw new Problem('unauthorized')
    return Promise.resolve(theServer)
  }

  const sessionOrServerKey: Resolver<SignedIn | ServerKey> = async ({ exchange }) =>
    showsServerKey(deps, exchange.headers)
      ? theServer
      : resolved(await requireSession(deps, exchange))

  return { session, freshSession, operator, serverKey, sessionOrServerKey } satisfies Resolvers
}

const theServer: Resolved<ServerKey> = {
  caller: { isServer: true },
  subject: 'server',
  organizationId: null,
}

function operatorRefusal(role: string, permission: string | undefined): Refusal | null {
  assert(
    permission !== undefined && isAdminPermission(permission),
    'every operation of operators names its permission',
  )
  return decideAdminPermission(role, permission)
}

const resolved = (caller: SignedIn): Resolved<SignedIn> => ({
  caller,
  subject: `session:${caller.session.id}`,
  organizationId: null,
})

async function requireSession(
  deps: IdentityDeps,
  exchange: Exchange,
  refusal: RefusalCode = 'unauthorized',
): Promise<SignedIn> {
  const signedIn = await findSignedIn(deps, exchange)
  if (signedIn === null) throw new Problem(refusal)
  return signedIn
}
