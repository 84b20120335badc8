import { verifyEmail } from '@guildhall/contract/identity/email'
import { Problem } from '../../../../kernel/refusal.ts'
import { redirectTo } from '../../../../platform/http/direct-answer.ts'
import { serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { findSignedIn } from '../../actions/sessions/resolve-session.ts'
import {
  type SessionCredentials,
  sessionCredentials,
  setCredentials,
} from '../../actions/sessions/session-cookies.ts'
import {
  completeSignIn,
  type SignInOutcome,
  startSession,
} from '../../actions/sessions/start-session.ts'
import type { SignedIn } from '../../actions/signed-in.ts'
import { type OpenedLink, openEmailLink } from '../../actions/users/open-email-link.ts'
import { presentUserLite } from '../../present/user.ts'
import { isBanned } from '../../rules/administration/bans.ts'
import { withParameter } from '../../rules/links.ts'
import type { Origin } from '../../store/audit.ts'

import { checkDestinations } from '../check-destinations.ts'

export const verifyEmailRoute = (deps: IdentityDeps) =>
  serve(verifyEmail, async (call) => {
    // Link previews use HEAD and must have no effect.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const { token: secret } = call.query
    const callbackURL = call.query.callbackURL || undefined
    checkDestinations(deps, { callbackURL })
    const visitor = await findSignedIn(deps, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: visitor })
    const visit = { secret, visitor, from }
    const visited = await openLink(deps, visit).catch((error: unknown) => codeOf(error))
    if ('refused' in visited) {
      if (callbackURL === undefined) throw visited.refused
      return redirectTo(withParameter(callbackURL, 'error', visited.code))
    }
    if (visited.credentials !== null) setCredentials(call, visited.credentials)
    if (visited.outcome !== null) completeSignIn(call, visited.outcome)
    if (callbackURL !== undefined) return redirectTo(callbackURL)
    const user = visited.did === 'switch' ? presentUserLite(visited.user) : null
    return { status: true as const, user }
  })

interface Visit {
  readonly secret: string
  readonly visitor: SignedIn | null
  readonly from: Origin
}

interface Visited extends OpenedLink {
  /** The refreshed credentials of a visitor whose own user changed. */
  readonly credentials: SessionCredentials | null
  /** Set if the link signed the visitor in. */
  readonly outcome: SignInOutcome | null
}

const openLink = (deps: IdentityDeps, visit: Visit): Promise<Visited> =>
  runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const opened = await openEmailLink(uow, deps, visit)
    const { did, user } = opened
    const { visitor, from } = visit
    const signsIn = did === 'verify' && deps.config.accounts.verifyEmailSignsIn
    // A signed-in visitor keeps their session: a link must not switch them to another account.
    if (visitor !== null) {
      const isTheirs = visitor.user.id === user.id
      const refreshed = sessionCredentials(deps, { ...visitor, user }, uow.now)
      return { ...opened, credentials: isTheirs ? refreshed : null, outcome: null }
    }
    if (!signsIn || isBanned(user, uow.now)) {
      return { ...opened, credentials: null, outcome: null }
    }
    const audit = { action: 'sign-in', details: { method: 'email-link' } } as const
    const outcome = await startSession(uow, deps, { user, remembered: true, from, audit })
    return { ...opened, credentials: null, outcome }
  })

const redirectCodes: ReadonlyMap<string, string> = new Map([
  ['verification_token_is_invalid', 'invalid_token'],
  ['verification_token_is_expired', 'token_expired'],
  ['verification_user_not_found', 'user_not_found'],
  ['verification_is_unauthorized', 'unauthorized'],
  ['could_not_update_your_email', 'couldnt_update_your_email'],
])

function codeOf(error: unknown): { readonly refused: Problem; readonly code: string } {
  const code = error instanceof Problem ? redirectCodes.get(error.code) : undefined
  if (code === undefined || !(error instanceof Problem)) throw error
  return { refused: error, code }
}
