import * as oauth from 'oauth4webapi'
import type { Clock } from '../clock.ts'
import type { SignInClient } from '../config/sign-in-client.ts'
import { clientSecretOf } from './client-secret.ts'
import { isInsecure, type Outside, webFetch } from './outside.ts'

/** What of a provider concerns its tokens. */
export interface TokenServer {
  readonly issuer: string | null
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly refreshUrl: string | null
  readonly tokenAuthentication: 'post' | 'basic'
  readonly clientIdParameter: string
}

type TokenClient = Pick<SignInClient, 'clientId' | 'clientSecret'>

export interface TokenParts {
  readonly outside: Outside
  readonly clock: Clock
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** As it came. Nobody looked at it yet. */
  readonly idToken: string | null
  readonly tokenType: string
  /** What was granted, where the provider says it. */
  readonly scopes: readonly string[] | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** Whatever else was answered. Nobody looked at it yet. */
  readonly others: Readonly<Record<string, unknown>>
}

/** A reason for the log: it holds neither tokens nor what the provider answered. */
export interface TokenFailure {
  readonly failed: 'wrong_issuer' | 'no_tokens'
  readonly reason: string
}

interface Exchange {
  readonly server: TokenServer
  readonly client: TokenClient
  /** The callback's parameters. */
  readonly callback: URLSearchParams
  readonly redirectUrl: string
  readonly codeVerifier: string | null
  readonly extra: Readonly<Record<string, string>>
}

/** Turns the code of a callback into tokens. The state must have been checked. */
export async function exchangeCode(
  parts: TokenParts,
  { server, client, callback, redirectUrl, codeVerifier, extra }: Exchange,
): Promise<Tokens | TokenFailure> {
  const as = serverOf(server, server.tokenUrl)
  const known = { client_id: client.clientId }
  const parameters = new URLSearchParams({ code: callback.get('code') ?? '' })
  const iss = callback.get('iss')
  // A provider that names no issuer may still send one, which then says nothing.
  if (iss !== null && server.issuer !== null) parameters.set('iss', iss)
  const validated = attempt(() => oauth.validateAuthResponse(as, known, parameters))
  if (validated instanceof Error) return { failed: 'wrong_issuer', reason: validated.message }
  return ask(parts, server.tokenUrl, async (fetch) => {
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      known,
      await authentication(parts, server, client),
      validated,
      redirectUrl,
      codeVerifier ?? oauth.nopkce,
      { ...fetch, additionalParameters: { ...extra } },
    )
    return oauth.processAuthorizationCodeResponse(as, known, response)
  })
}

interface Refresh {
  readonly server: TokenServer
  readonly client: TokenClient
  readonly refreshToken: string
  readonly extra: Readonly<Record<string, string>>
}

export async function refreshTokens(
  parts: TokenParts,
  { server, client, refreshToken, extra }: Refresh,
): Promise<Tokens | TokenFailure> {
  const url = server.refreshUrl ?? server.tokenUrl
  const as = serverOf(server, url)
  const known = { client_id: client.clientId }
  return ask(parts, url, async (fetch) => {
    const response = await oauth.refreshTokenGrantRequest(
      as,
      known,
      await authentication(parts, server, client),
      refreshToken,
      { ...fetch, additionalParameters: { ...extra } },
    )
    return oauth.processRefreshTokenResponse(as, known, response)
  })
}

const serverOf = (server: TokenServer, tokenUrl: string): oauth.AuthorizationServer => ({
  // The library wants a name even for a server that has none.
  issuer: server.issuer ?? server.authorizeUrl,
  token_endpoint: tokenUrl,
  authorization_response_iss_parameter_supported: server.alwaysNamesIssuer,
})

async function authentication(
  { clock }: TokenParts,
  server: TokenServer,
  client: TokenClient,
): Promise<oauth.ClientAuth> {
  const secret = await clientSecretOf(client, server, clock)
  if (server.tokenAuthentication === 'basic') return oauth.ClientSecretBasic(secret)
  return (_as, _client, body) => {
    body.set(server.clientIdParameter, client.clientId)
    body.set('client_secret', secret)
  }
}

interface FetchOptions {
  readonly [oauth.customFetch]: (
    url: string,
    asked: oauth.CustomFetchOptions<'POST', URLSearchParams>,
  ) => Promise<Response>
  readonly [oauth.allowInsecureRequests]: boolean
}

async function ask(
  { outside, clock }: TokenParts,
  url: string,
  request: (fetch: FetchOptions) => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens | TokenFailure> {
  const fetch = webFetch(outside)
  let idToken: string | null = null
  try {
    const answer = await request({
      [oauth.allowInsecureRequests]: isInsecure(url),
      async [oauth.customFetch](target, asked) {
        const response = await fetch(target, asked)
        const mended = response.status === 200 ? mend(await response.text()) : null
        idToken = mended?.idToken ?? null
        return mended?.response ?? response
      },
    })
    return tokensOf(answer, idToken, clock.now())
  } catch (error) {
    return { failed: 'no_tokens', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `the provider says ${error.error}`
  return error instanceof Error ? error.message : 'unknown'
}

/**
 * Brings answers that don't keep to RFC 6749 into its form: without a type, scopes as a list,
 * lifetimes as text. The id token is taken out, because it is verified elsewhere, signature and all.
 */
function mend(text: string): { readonly response: Response; readonly idToken: string | null } {
  const json = parsed(text)
  const { id_token: idToken, scope, expires_in: lifetime, refresh_token: refresh, ...rest } = json
  const seconds = Number(lifetime)
  const answer = {
    ...rest,
    token_type: typeof rest['token_type'] === 'string' ? rest['token_type'] : 'bearer',
    ...(Array.isArray(scope) || typeof scope === 'string' ? { scope: scopeText(scope) } : {}),
    ...(seconds > 0 ? { expires_in: seconds } : {}),
    ...(typeof refresh === 'string' && refresh !== '' ? { refresh_token: refresh } : {}),
  }
  return {
    response: Response.json(answer),
    idToken: typeof idToken === 'string' && idToken !== '' ? idToken : null,
  }
}

const scopeText = (scope: string | readonly unknown[]): string =>
  typeof scope === 'string' ? scope : scope.filter((one) => typeof one === 'string').join(' ')

function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('the answer is no JSON object')
  return { ...value }
}

function tokensOf(answer: oauth.TokenEndpointResponse, idToken: string | null, now: Date): Tokens {
  const refreshSeconds = Number(answer['refresh_token_expires_in'] ?? answer['refresh_expires_in'])
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    idToken,
    tokenType: answer.token_type,
    scopes: answer.scope === undefined ? null : answer.scope.split(/[\s,]+/).filter(Boolean),
    accessTokenExpiresAt: after(now, answer.expires_in),
    refreshTokenExpiresAt: after(now, refreshSeconds > 0 ? refreshSeconds : undefined),
    others: answer,
  }
}

/** Nobody means a time beyond this; and no date could hold some. */
const secondsMax = 10 * 365 * 86_400

const after = (now: Date, seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(now.getTime() + Math.min(seconds, secondsMax) * 1000)

function attempt<T>(run: () => T): T | Error {
  try {
    return run()
  } catch (error) {
    return error instanceof Error ? error : new Error('unknown')
  }
}
