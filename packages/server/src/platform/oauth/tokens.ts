import { importPKCS8, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../clock.ts'
import type { SignInClient, SigningKey } from '../config/sign-in-client.ts'
import { type FetchExternal, isInsecure, webFetch } from './external.ts'

/** The parts of a provider that concern its tokens. */
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

export interface TokenDeps {
  readonly fetchExternal: FetchExternal
  readonly clock: Clock
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** Unverified, as received. */
  readonly idToken: string | null
  readonly tokenType: string
  /** The granted scopes, if the provider returns them. */
  readonly scopes: readonly string[] | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** The remaining fields, unverified. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** A reason for the log: it contains neither tokens nor the provider's response. */
export interface TokenFailure {
  readonly failed: 'wrong_issuer' | 'no_tokens'
  readonly reason: string
}

interface Exchange {
  readonly server: TokenServer
  readonly client: TokenClient
  /** The parameters of the callback. */
  readonly callback: URLSearchParams
  readonly redirectUrl: string
  readonly codeVerifier: string | null
  readonly extra: Readonly<Record<string, string>>
}

/** Exchanges the code of a callback for tokens. The state must have been checked. */
export async function exchangeCode(
  deps: TokenDeps,
  { server, client, callback, redirectUrl, codeVerifier, extra }: Exchange,
): Promise<Tokens | TokenFailure> {
  const as = serverOf(server, server.tokenUrl)
  const known = { client_id: client.clientId }
  const parameters = new URLSearchParams({ code: callback.get('code') ?? '' })
  const iss = callback.get('iss')
  // A provider without a known issuer may still send one, which proves nothing.
  if (iss !== null && server.issuer !== null) parameters.set('iss', iss)
  const validated = attempt(() => oauth.validateAuthResponse(as, known, parameters))
  if (validated instanceof Error) return { failed: 'wrong_issuer', reason: validated.message }
  return requestTokens(deps, server.tokenUrl, async (fetch) => {
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      known,
      await authentication(deps, server, client),
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
  deps: TokenDeps,
  { server, client, refreshToken, extra }: Refresh,
): Promise<Tokens | TokenFailure> {
  const url = server.refreshUrl ?? server.tokenUrl
  const as = serverOf(server, url)
  const known = { client_id: client.clientId }
  return requestTokens(deps, url, async (fetch) => {
    const response = await oauth.refreshTokenGrantRequest(
      as,
      known,
      await authentication(deps, server, client),
      refreshToken,
      { ...fetch, additionalParameters: { ...extra } },
    )
    return oauth.processRefreshTokenResponse(as, known, response)
  })
}

const serverOf = (server: TokenServer, tokenUrl: string): oauth.AuthorizationServer => ({
  // The library requires a name even for a server without one.
  issuer: server.issuer ?? server.authorizeUrl,
  token_endpoint: tokenUrl,
  authorization_response_iss_parameter_supported: server.alwaysNamesIssuer,
})

async function authentication(
  { clock }: TokenDeps,
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
    options: oauth.CustomFetchOptions<'POST', URLSearchParams>,
  ) => Promise<Response>
  readonly [oauth.allowInsecureRequests]: boolean
}

async function requestTokens(
  { fetchExternal, clock }: TokenDeps,
  url: string,
  request: (fetch: FetchOptions) => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens | TokenFailure> {
  const fetch = webFetch(fetchExternal)
  let idToken: string | null = null
  try {
    const answer = await request({
      [oauth.allowInsecureRequests]: isInsecure(url),
      async [oauth.customFetch](target, options) {
        const response = await fetch(target, options)
        const standard = response.status === 200 ? normalized(await response.text()) : null
        idToken = standard?.idToken ?? null
        return standard?.response ?? response
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
 * Normalizes responses that deviate from RFC 6749: no token type, scopes as a list, lifetimes as
 * text. The id token is removed, because it is verified separately.
 */
function normalized(text: string): {
  readonly response: Response
  readonly idToken: string | null
} {
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
  if (typeof value !== 'object' || value === null)
    throw new Error('the response is not a JSON object')
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
    extra: answer,
  }
}

/** Longer lifetimes are invalid; some would not even fit a date. */
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

const lifetimeSeconds = 300

interface Client {
  readonly clientId: string
  readonly clientSecret: string | SigningKey
}

/** The stored secret, or a token signed now in its place. */
async function clientSecretOf(
  { clientId, clientSecret }: Client,
  server: { readonly issuer: string | null; readonly tokenUrl: string },
  clock: Clock,
): Promise<string> {
  if (typeof clientSecret === 'string') return clientSecret
  const { issuer, keyId, privateKey } = clientSecret
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(issuer)
    .setSubject(clientId)
    .setAudience(server.issuer ?? server.tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await importPKCS8(privateKey, 'ES256'))
}
