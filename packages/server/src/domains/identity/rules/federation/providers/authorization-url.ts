import type { Provider } from './provider.ts'

interface Request {
  readonly clientId: string
  readonly redirectUrl: string
  readonly state: string
  readonly nonce: string | null
  readonly scopes: readonly string[]
  readonly codeChallenge: string | null
  readonly loginHint: string | null
}

/** The URL of the provider's consent page. */
export function authorizationUrl(row: Provider, request: Request): string {
  const url = new URL(row.authorizeUrl)
  const { scopes, nonce, codeChallenge, loginHint } = request
  const parameters = {
    ...row.authorizeParameters,
    response_type: 'code',
    [row.clientIdParameter]: request.clientId,
    redirect_uri: request.redirectUrl,
    state: request.state,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(row.scopeSeparator) }),
    ...(nonce === null ? {} : { nonce }),
    ...(loginHint === null ? {} : { login_hint: loginHint }),
    ...(codeChallenge === null
      ? {}
      : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
