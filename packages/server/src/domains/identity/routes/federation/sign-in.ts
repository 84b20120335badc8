import { linkSocial, signInSocial } from '@guildhall/contract/identity/social'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import { Problem } from '../../../../kernel/refusal.ts'
import { randomBase62 } from '../../../../platform/crypto/base62.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { linkAccount } from '../../actions/federation/link-account.ts'
import {
  ensureBrowserSecret,
  issueOAuthState,
  type OAuthFlow,
} from '../../actions/federation/oauth-state.ts'
import { signInWithProvider } from '../../actions/federation/sign-in-with-provider.ts'
import { originOf } from '../../actions/origin.ts'
import { completeSignIn } from '../../actions/sessions/start-session.ts'
import { presentUserLite } from '../../present/user.ts'
import { authorizationUrl } from '../../rules/federation/providers/authorization-url.ts'
import { callbackUrl } from '../../rules/links.ts'
import { checkDestinations } from '../check-destinations.ts'
import { identityByIdToken } from './identify.ts'
import { type ConfiguredProvider, type Providers, signInPolicy } from './providers.ts'

export const signInSocialRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(signInSocial, async (call) => {
    const { body } = call
    checkDestinations(deps, body)
    const provider = await providers.find(body.provider)
    if (provider === null) throw new Problem('provider_not_found')
    const { idToken: given, callbackURL, requestSignUp, disableRedirect } = body
    if (given === undefined) {
      const url = await startProviderRedirect(deps, call, {
        provider,
        callbackURL,
        errorCallbackURL: body.errorCallbackURL,
        newUserCallbackURL: body.newUserCallbackURL,
        scopes: body.scopes,
        requestSignUp,
        loginHint: body.loginHint,
        link: null,
      })
      return { url, redirect: disableRedirect !== true }
    }
    const identity = await identityByIdToken(deps, providers, { provider, given })
    const { outcome } = await signInWithProvider(deps, {
      ...identity,
      ...signInPolicy(provider, requestSignUp === true),
      callbackURL: callbackURL ?? null,
      from: originOf(call),
    })
    if (outcome === null) throw new Problem('email_not_verified')
    const { token, user } = completeSignIn(call, outcome)
    return { redirect: false as const, token, user: presentUserLite(user) }
  })

export const linkSocialRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(linkSocial, async (call) => {
    const { body, caller } = call
    checkDestinations(deps, body)
    // An impersonating operator must not leave a way to sign in later.
    if (caller.session.impersonatedBy !== null) throw new Problem('linking_not_allowed')
    const provider = await providers.find(body.provider)
    if (provider === null) throw new Problem('provider_not_found')
    const link = { userId: caller.user.id, sessionId: caller.session.id }
    if (body.idToken === undefined) {
      const url = await startProviderRedirect(deps, call, {
        provider,
        callbackURL: body.callbackURL,
        errorCallbackURL: body.errorCallbackURL,
        scopes: body.scopes,
        requestSignUp: body.requestSignUp,
        link,
      })
      return { url, redirect: body.disableRedirect !== true }
    }
    const given = body.idToken
    const identity = await identityByIdToken(deps, providers, { provider, given })
    const { isTrusted } = provider.client
    const linking = { ...identity, ...link, isTrusted, from: originOf(call) }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => linkAccount(uow, deps, linking))
    return { url: '', redirect: false, status: true as const }
  })

interface RedirectRequest {
  readonly provider: ConfiguredProvider
  readonly callbackURL: string | undefined
  readonly errorCallbackURL: string | undefined
  readonly newUserCallbackURL?: string | undefined
  readonly scopes: readonly string[] | undefined
  readonly requestSignUp: boolean | undefined
  readonly loginHint?: string | undefined
  readonly link: OAuthFlow['link']
}

type Browser = Parameters<typeof ensureBrowserSecret>[1]

const nonceCharacters = 32

/** Stores the flow for the callback and returns the provider's consent page. */
async function startProviderRedirect(
  deps: IdentityDeps,
  browser: Browser,
  request: RedirectRequest,
): Promise<string> {
  const { row, client } = request.provider
  const codeVerifier = row.usesPkce ? generateRandomCodeVerifier() : null
  const nonce = row.idToken?.comesWithCode === true ? randomBase62(nonceCharacters) : null
  const scopes = [...new Set([...row.scopes, ...(request.scopes ?? [])])]
  const flow: OAuthFlow = {
    providerId: row.id,
    callbackURL: request.callbackURL ?? null,
    errorCallbackURL: request.errorCallbackURL ?? null,
    newUserCallbackURL: request.newUserCallbackURL ?? null,
    codeVerifier,
    nonce,
    scopes,
    requestsSignUp: request.requestSignUp === true,
    link: request.link,
  }
  const secret = ensureBrowserSecret(deps, browser)
  const state = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
    issueOAuthState(uow, deps, flow, secret),
  )
  return authorizationUrl(row, {
    clientId: client.clientId,
    redirectUrl: callbackUrl(deps.config.server.url, row.id),
    state,
    nonce,
    scopes,
    codeChallenge: codeVerifier === null ? null : await calculatePKCECodeChallenge(codeVerifier),
    loginHint: request.loginHint ?? null,
  })
}
