import { socialCallback } from '@guildhall/contract/identity/social'
import { refusalEntry } from '@guildhall/contract/refusals'
import { Problem } from '../../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import { work } from '../../../../platform/work.ts'
import { giveCredentials } from '../../actions/give-credentials.ts'
import type { Identity } from '../../actions/keep-account.ts'
import { linkAccount } from '../../actions/link-account.ts'
import { originOf } from '../../actions/origin.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import type { SessionCredentials } from '../../actions/session-cookies.ts'
import { browserOf, type SocialFlow, takeState } from '../../actions/social-state.ts'
import { type CallbackParameters, readCallback } from '../../rules/callback-parameters.ts'
import { accountLink } from '../../rules/links.ts'
import { redirectCode } from '../../rules/social-sign-in.ts'
import type { Origin } from '../../store/audit.ts'
import { enter } from './enter.ts'
import { identityOf, type Stopped } from './exchange.ts'
import { sendOn, sendOnWithError } from './send-on.ts'
import type { KnownProvider, Social } from './social.ts'

/** Every answer sends the browser on: there is a person looking at it. */
export const callbackRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(socialCallback, async (call) => {
    // Programs look at links by HEAD, and must find nothing done by it.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const from = originOf(call)
    const arrival = { providerId: call.params.id, browser: browserOf(parts, call), from }
    const errorPage = accountLink(parts.config.server.url, '/error', {})
    const ending = await finish(parts, social, { ...arrival, query: call.query }).catch(
      (error: unknown): Ending => {
        call.log.error({ err: error }, 'a sign-in elsewhere could not be finished')
        return { flow: null, stopped: 'internal_server_error' }
      },
    )
    if ('stopped' in ending) {
      return sendOnWithError(ending.flow?.errorCallbackURL ?? errorPage, ending)
    }
    if (ending.credentials !== null) giveCredentials(call, ending.credentials)
    return sendOn(ending.url ?? new URL('/', parts.config.server.url).href)
  })

interface Returned {
  readonly providerId: string
  /** The secret of the browser, if a sign-in began in it. */
  readonly browser: string | null
  readonly query: Parameters<typeof readCallback>[0]
  readonly from: Origin
}

/** The flow is null as long as it isn't known whose it is: nobody's page is told then. */
type Ending =
  | (Stopped & { readonly flow: SocialFlow | null })
  | { readonly url: string | null; readonly credentials: SessionCredentials | null }

async function finish(parts: IdentityParts, social: Social, returned: Returned): Promise<Ending> {
  const parameters = readCallback(returned.query)
  if (parameters === null) return { flow: null, stopped: 'invalid_callback_request' }
  const { state, error, errorDescription } = parameters
  const refused = error === null ? null : { stopped: error, says: errorDescription }
  if (state === null) return { flow: null, ...(refused ?? { stopped: 'state_not_found' }) }
  const flow = await work(parts.workshop, {}, (unit) =>
    takeState(unit, parts, state, returned.browser),
  )
  if (flow === null) return { flow, ...(refused ?? { stopped: 'please_restart_the_process' }) }
  // An answer that came by another provider's door was not meant for this sign-in.
  if (flow.providerId !== returned.providerId) return { flow, stopped: 'issuer_mismatch' }
  if (refused !== null) return { flow, ...refused }
  try {
    return await settle(parts, social, { flow, parameters, from: returned.from })
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const says = refusalEntry(problem.code)?.message ?? null
    return { flow, stopped: redirectCode(problem.code), says }
  }
}

interface Settlement {
  readonly flow: SocialFlow
  readonly parameters: CallbackParameters
  readonly from: Origin
}

async function settle(
  parts: IdentityParts,
  social: Social,
  { flow, parameters, from }: Settlement,
): Promise<Ending> {
  const provider = await social.find(flow.providerId)
  if (provider === null) return { flow, stopped: 'oauth_provider_not_found' }
  const identity = await identityOf(parts, social, { provider, flow, parameters })
  if ('stopped' in identity) return { flow, ...identity }
  return flow.link === null
    ? signIn(parts, provider, { flow, identity, from })
    : link(parts, provider, { identity, from, callbackURL: flow.callbackURL, ...flow.link })
}

interface SignIn {
  readonly flow: SocialFlow
  readonly identity: Identity
  readonly from: Origin
}

async function signIn(
  parts: IdentityParts,
  provider: KnownProvider,
  { flow, identity, from }: SignIn,
): Promise<Ending> {
  const { callbackURL, newUserCallbackURL, requestsSignUp } = flow
  const entrance = await enter(parts, provider, { identity, from, callbackURL, requestsSignUp })
  if (entrance.started === null) return { flow, stopped: 'email_not_verified' }
  const url = entrance.isNew ? (newUserCallbackURL ?? callbackURL) : callbackURL
  return { url, credentials: entrance.started }
}

interface Link extends NonNullable<SocialFlow['link']> {
  readonly identity: Identity
  readonly from: Origin
  readonly callbackURL: string | null
}

async function link(
  { workshop, ...parts }: IdentityParts,
  { client: { isTrusted } }: KnownProvider,
  { identity, from, callbackURL, userId, sessionId }: Link,
): Promise<Ending> {
  const linking = { ...identity, userId, sessionId, isTrusted, from }
  await work(workshop, {}, (unit) => linkAccount(unit, { workshop, ...parts }, linking))
  return { url: callbackURL, credentials: null }
}
