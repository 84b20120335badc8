import { confirmEmail, describeEmailLink, verifyEmail } from '@guildhall/contract/identity/email'
import { Problem } from '../../../../kernel/refusal.ts'
import { redirectTo } from '../../../../platform/http/direct-answer.ts'
import { serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { checkPassword } from '../../actions/credentials/check-password.ts'
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
import { rememberedCreator } from '../../actions/users/creator-cookie.ts'
import { describeLink, findLinkRecipient } from '../../actions/users/describe-email-link.ts'
import { type OpenedLink, openEmailLink } from '../../actions/users/open-email-link.ts'
import { presentUserLite } from '../../present/user.ts'
import { isBanned } from '../../rules/administration/bans.ts'
import { accountLink, confirmationPage, withParameter } from '../../rules/links.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'
import { checkDestinations } from '../check-destinations.ts'
import { limitGuessesOfHolder } from '../credentials/limit-guesses.ts'

export const verifyEmailRoute = (deps: IdentityDeps) =>
  serve(verifyEmail, async (call) => {
    // Link previews use HEAD and must have no effect.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const { token: secret } = call.query
    const callbackURL = call.query.callbackURL || undefined
    checkDestinations(deps, { callbackURL })
    // People who follow a link in a browser are asked first.
    if (call.headers['sec-fetch-mode'] === 'navigate') {
      const { path, query } = confirmationPage({ token: secret, callbackURL: callbackURL ?? null })
      return redirectTo(accountLink(deps.config.server.url, path, query))
    }
    const visitor = await findSignedIn(deps, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: visitor })
    const creatorId = rememberedCreator(deps, call)
    const visit = { secret, visitor, account: null, creatorId, mayEndAccess: true, from }
    const visited = await openLink(deps, visit).catch(codeOf)
    if ('refused' in visited) {
      if (callbackURL === undefined) throw visited.refused
      return redirectTo(withParameter(callbackURL, 'error', visited.code))
    }
    signInVisitor(call, visited)
    return callbackURL === undefined ? presentVisited(visited) : redirectTo(callbackURL)
  })

export const describeEmailLinkRoute = (deps: IdentityDeps) =>
  serve(describeEmailLink, async (call) => {
    const { token: secret, callbackURL } = call.body
    checkDestinations(deps, { callbackURL })
    const visitor = await findSignedIn(deps, call)
    const reading = { secret, visitor, creatorId: rememberedCreator(deps, call) }
    const described = await describeLink(deps, reading).catch(codeOf)
    return 'refused' in described ? { error: described.code } : described
  })

export const confirmEmailRoute = (deps: IdentityDeps) =>
  serve(confirmEmail, async (call) => {
    const { token: secret, callbackURL, password, endAccess: mayEndAccess = false } = call.body
    checkDestinations(deps, { callbackURL })
    const visitor = await findSignedIn(deps, call)
    const from = originOf({ address: call.address, headers: call.headers, caller: visitor })
    const account =
      password === undefined
        ? null
        : await checkLinkPassword(deps, call, { secret, password, from })
    const creatorId = rememberedCreator(deps, call)
    const visit = { secret, visitor, account, creatorId, mayEndAccess, from }
    const visited = await openLink(deps, visit)
    signInVisitor(call, visited)
    return presentVisited(visited)
  })

/** Null for an unknown link, which is refused when it is opened. */
async function checkLinkPassword(
  deps: IdentityDeps,
  call: Parameters<typeof limitGuessesOfHolder>[1],
  { secret, password, from }: Pick<Visit, 'secret' | 'from'> & { readonly password: string },
): Promise<AccountRow | null> {
  const user = await findLinkRecipient(deps, secret)
  if (user === null) return null
  await limitGuessesOfHolder(deps, call, user)
  return checkPassword(deps, user, { password, action: 'email.verify', from })
}

function signInVisitor(
  call: Parameters<typeof completeSignIn>[0],
  { credentials, outcome }: Visited,
): void {
  if (credentials !== null) setCredentials(call, credentials)
  if (outcome !== null) completeSignIn(call, outcome)
}

const presentVisited = ({ did, user }: Visited) => ({
  status: true as const,
  user: did === 'switch' ? presentUserLite(user) : null,
})

type Visit = Parameters<typeof openEmailLink>[2]

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
    const { visitor, account, from } = visit
    const isSignIn = account !== null || deps.config.accounts.verifyEmailSignsIn
    const signsIn = did === 'verify' && isSignIn
    // A signed-in visitor keeps their session: a link must not switch them to another account.
    if (visitor !== null) {
      const isTheirs = visitor.user.id === user.id
      const refreshed = sessionCredentials(deps, { ...visitor, user }, uow.now)
      return { ...opened, credentials: isTheirs ? refreshed : null, outcome: null }
    }
    if (!signsIn || isBanned(user, uow.now)) {
      return { ...opened, credentials: null, outcome: null }
    }
    const method = account === null ? 'email-link' : 'password'
    const audit = { action: 'sign-in', details: { method } } as const
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
