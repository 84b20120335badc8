import { verifyEmail } from '@guildhall/contract/identity/email'
import { Problem } from '../../../kernel/refusal.ts'
import { redirectTo } from '../../../platform/http/direct-answer.ts'
import { serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { type OpenedLink, openEmailLink } from '../actions/open-email-link.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentUserLite } from '../actions/present.ts'
import { type SessionCredentials, sessionCredentials } from '../actions/session-cookies.ts'
import type { SignedIn } from '../actions/signed-in.ts'
import { startSession } from '../actions/start-session.ts'
import { isBanned } from '../rules/bans.ts'
import { withParameter } from '../rules/links.ts'
import type { Origin } from '../store/audit.ts'
import { signedInOn } from './callers.ts'
import { checkDestinations } from './check-destinations.ts'

export const verifyEmailRoute = (parts: IdentityParts) =>
  serve(verifyEmail, async (call) => {
    // Programs look at links by HEAD, and must find nothing done by it.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const { token: secret } = call.query
    const callbackURL = call.query.callbackURL || undefined
    checkDestinations(parts, { callbackURL })
    const visitor = await signedInOn(parts, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: visitor })
    const visit = { secret, visitor, from }
    const visited = await openLink(parts, visit).catch((error: unknown) => codeOf(error))
    if ('refused' in visited) {
      if (callbackURL === undefined) throw visited.refused
      return redirectTo(withParameter(callbackURL, 'error', visited.code))
    }
    if (visited.credentials !== null) giveCredentials(call, visited.credentials)
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
  /** What the browser is signed in with from now on, where that changed. */
  readonly credentials: SessionCredentials | null
}

const openLink = (parts: IdentityParts, visit: Visit): Promise<Visited> =>
  work(parts.workshop, {}, async (unit) => {
    const opened = await openEmailLink(unit, parts, visit)
    const { did, user } = opened
    const { visitor, from } = visit
    const signsIn = did === 'verify' && parts.config.accounts.verifyEmailSignsIn
    // Whoever is signed in stays so: a link must not take anybody over to another account.
    if (visitor !== null) {
      const isTheirs = visitor.user.id === user.id
      const refreshed = sessionCredentials(parts, { ...visitor, user }, unit.now)
      return { ...opened, credentials: isTheirs ? refreshed : null }
    }
    if (!signsIn || isBanned(user, unit.now)) return { ...opened, credentials: null }
    const audit = { action: 'sign-in', details: { method: 'email-link' } } as const
    const started = await startSession(unit, parts, { user, remembered: true, from, audit })
    return { ...opened, credentials: started }
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
