import { socialCallback, socialCallbackForm } from '@guildhall/contract/identity/social'
import type { Id } from '@guildhall/contract/primitives'
import { refusalEntry } from '@guildhall/contract/refusals'
import { Problem } from '../../../../kernel/refusal.ts'
import {
  type DirectAnswer,
  directAnswer,
  redirectTo,
} from '../../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { type Identity, linkAccount } from '../../actions/federation/link-account.ts'
import {
  consumeOAuthState,
  type OAuthFlow,
  readBrowserSecret,
} from '../../actions/federation/oauth-state.ts'
import { signInWithProvider } from '../../actions/federation/sign-in-with-provider.ts'
import { originOf } from '../../actions/origin.ts'
import { completeSignIn, type SignInOutcome } from '../../actions/sessions/start-session.ts'
import { rememberCreator } from '../../actions/users/creator-cookie.ts'
import {
  type CallbackParameters,
  callbackQuery,
  readCallback,
} from '../../rules/federation/callback-parameters.ts'
import { redirectCode } from '../../rules/federation/provider-sign-in.ts'
import { accountLink, withParameter } from '../../rules/links.ts'
import type { Origin } from '../../store/audit.ts'
import { type FlowFailure, identityByCode } from './identify.ts'
import { type ConfiguredProvider, type Providers, signInPolicy } from './providers.ts'

/** Always redirects, because a person is looking at the browser. */
export const callbackRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(socialCallback, async (call) => {
    // Link previews use HEAD and must have no effect.
    if (call.method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const from = originOf(call)
    const browserSecret = readBrowserSecret(deps, call)
    const callback = { providerId: call.params.id, browserSecret, from, query: call.query }
    const errorPage = accountLink(deps.config.server.url, '/api/auth/error', {})
    const result = await completeFlow(deps, providers, callback).catch(
      (error: unknown): FlowResult => {
        call.log.error({ err: error }, 'an OAuth callback failed')
        return { flow: null, failed: 'internal_server_error' }
      },
    )
    if ('failed' in result) {
      if (result.creatorId !== undefined) rememberCreator(deps, call, result.creatorId)
      return redirectWithError(result.flow?.errorCallbackURL ?? errorPage, result)
    }
    if (result.outcome !== null) completeSignIn(call, result.outcome)
    return redirectBrowser(result.url ?? new URL('/', deps.config.server.url).href)
  })

/**
 * A form posted across sites arrives without our cookies, so nothing is decided here: the browser
 * repeats the request by GET, with its cookies.
 */
export const callbackFormRoute = ({ config }: IdentityDeps): OperationRoute =>
  serve(socialCallbackForm, ({ params, body }) => {
    const query = body === undefined ? '' : callbackQuery(body)
    const target = new URL(`/api/auth/callback/${encodeURIComponent(params.id)}`, config.server.url)
    return Promise.resolve(
      query === ''
        ? redirectWithError(accountLink(config.server.url, '/api/auth/error', {}), {
            failed: 'invalid_callback_request',
          })
        : directAnswer(303, { location: `${target.href}?${query}` }, null),
    )
  })

/** A header holds ASCII only; browsers treat the encoded address as the same. */
const redirectBrowser = (url: string): DirectAnswer =>
  redirectTo(url.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent))

function redirectWithError(url: string, { failed, description = null }: FlowFailure): DirectAnswer {
  const withCode = withParameter(url, 'error', failed)
  return redirectBrowser(
    description === null ? withCode : withParameter(withCode, 'error_description', description),
  )
}

interface Callback {
  readonly providerId: string
  /** The secret of the browser, if it started a flow. */
  readonly browserSecret: string | null
  readonly query: Parameters<typeof readCallback>[0]
  readonly from: Origin
}

/** The flow is null until its owner is known; no application page is redirected to before. */
type FlowResult =
  | (FlowFailure & {
      readonly flow: OAuthFlow | null
      /** The user who has to verify their address first. */
      readonly creatorId?: Id<'user'>
    })
  | { readonly url: string | null; readonly outcome: SignInOutcome | null }

async function completeFlow(
  deps: IdentityDeps,
  providers: Providers,
  callback: Callback,
): Promise<FlowResult> {
  const parameters = readCallback(callback.query)
  if (parameters === null) return { flow: null, failed: 'invalid_callback_request' }
  const { state, error, errorDescription } = parameters
  const refused = error === null ? null : { failed: error, description: errorDescription }
  if (state === null) return { flow: null, ...(refused ?? { failed: 'state_not_found' }) }
  const flow = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
    consumeOAuthState(uow, deps, state, callback.browserSecret),
  )
  if (flow === null) return { flow, ...(refused ?? { failed: 'please_restart_the_process' }) }
  // A callback of another provider is not meant for this flow.
  if (flow.providerId !== callback.providerId) return { flow, failed: 'issuer_mismatch' }
  if (refused !== null) return { flow, ...refused }
  try {
    return await completeConsumedFlow(deps, providers, { flow, parameters, from: callback.from })
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const description = refusalEntry(problem.code)?.message ?? null
    return { flow, failed: redirectCode(problem.code), description }
  }
}

interface ConsumedFlow {
  readonly flow: OAuthFlow
  readonly parameters: CallbackParameters
  readonly from: Origin
}

async function completeConsumedFlow(
  deps: IdentityDeps,
  providers: Providers,
  { flow, parameters, from }: ConsumedFlow,
): Promise<FlowResult> {
  const provider = await providers.find(flow.providerId)
  if (provider === null) return { flow, failed: 'oauth_provider_not_found' }
  const identity = await identityByCode(deps, providers, { provider, flow, parameters })
  if ('failed' in identity) return { flow, ...identity }
  return flow.link === null
    ? signIn(deps, provider, { flow, identity, from })
    : link(deps, provider, { identity, from, callbackURL: flow.callbackURL, ...flow.link })
}

interface SignIn {
  readonly flow: OAuthFlow
  readonly identity: Identity
  readonly from: Origin
}

async function signIn(
  deps: IdentityDeps,
  provider: ConfiguredProvider,
  { flow, identity, from }: SignIn,
): Promise<FlowResult> {
  const { callbackURL, newUserCallbackURL, requestsSignUp } = flow
  const policy = signInPolicy(provider, requestsSignUp)
  const result = await signInWithProvider(deps, { ...identity, ...policy, callbackURL, from })
  const { outcome, isNew, user } = result
  if (outcome === null) return { flow, failed: 'email_not_verified', creatorId: user.id }
  return { url: isNew ? (newUserCallbackURL ?? callbackURL) : callbackURL, outcome }
}

interface Link extends NonNullable<OAuthFlow['link']> {
  readonly identity: Identity
  readonly from: Origin
  readonly callbackURL: string | null
}

async function link(
  deps: IdentityDeps,
  { client: { isTrusted } }: ConfiguredProvider,
  { identity, from, callbackURL, userId, sessionId }: Link,
): Promise<FlowResult> {
  const linking = { ...identity, userId, sessionId, isTrusted, from }
  await runUnitOfWork(deps.uowFactory, {}, (uow) => linkAccount(uow, deps, linking))
  return { url: callbackURL, outcome: null }
}
