import { accept, Problem } from '../../../kernel/refusal.ts'
import { type DirectAnswer, redirectTo } from '../../../platform/http/direct-answer.ts'
import {
  requirePerson,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { BenefitDeps } from '../actions/deps.ts'
import { decideCallback, type OAuthRedirect, readState } from '../kinds/oauth-redirects.ts'
import { useOAuthRedirect } from '../store/oauth-redirects.ts'

interface CallbackCall {
  readonly method: string
  readonly caller: SellerCaller
  readonly query: {
    readonly state?: unknown
    readonly code?: unknown
    readonly error?: unknown
  }
}

/** The code of a callback, or the error for the page that started the redirect. */
export type CallbackResult =
  | { readonly redirect: OAuthRedirect; readonly code: string }
  | { readonly redirect: OAuthRedirect; readonly error: string }

/** Marks the redirect as used, even if it failed. */
export async function readCallback(
  deps: BenefitDeps,
  provider: Parameters<typeof readState>[1],
  { method, caller, query }: CallbackCall,
): Promise<CallbackResult> {
  // Link previews send HEAD, which must not use the redirect up.
  if (method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
  const redirect = readState(deps, provider, query.state)
  const sessionId = requirePerson(caller).session.id
  const decision = accept(decideCallback({ redirect, sessionId, now: deps.clock.now() }))
  if (redirect === null) throw invalidState()
  if (decision === 'expired') return { redirect, error: 'too_late' }
  const isFirst = await sellerUnitOfWork(deps, caller, redirect.organizationId, ({ tx }) =>
    useOAuthRedirect(tx, redirect, redirect.expiresAt),
  )
  if (!isFirst) throw invalidState()
  if (query.error !== undefined) return { redirect, error: 'access_denied' }
  const { code } = query
  return typeof code === 'string' && code !== ''
    ? { redirect, code }
    : { redirect, error: 'no_code' }
}

const invalidState = (): Problem => new Problem('oauth_state_invalid', { loc: ['query', 'state'] })

/**
 * Sends the browser to the page that started the redirect. The result is in the fragment, which
 * browsers send to no server and which appears in no log.
 */
export const returnToPage = (
  { config }: Pick<BenefitDeps, 'config'>,
  { returnTo }: OAuthRedirect,
  result: Readonly<Record<string, string>>,
): DirectAnswer =>
  redirectTo(`${config.server.url}${returnTo}#${new URLSearchParams(result).toString()}`)
