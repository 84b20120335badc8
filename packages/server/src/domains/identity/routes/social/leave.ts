import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import { randomBase62 } from '../../../../platform/crypto/base62.ts'
import { work } from '../../../../platform/work.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { issueState, markBrowser, type SocialFlow } from '../../actions/social-state.ts'
import { callbackUrl } from '../../rules/links.ts'
import { authorizationUrl } from '../../rules/providers/authorization-url.ts'
import type { KnownProvider } from './social.ts'

interface Leaving {
  readonly provider: KnownProvider
  readonly callbackURL: string | undefined
  readonly errorCallbackURL: string | undefined
  readonly newUserCallbackURL?: string | undefined
  readonly scopes: readonly string[] | undefined
  readonly requestSignUp: boolean | undefined
  readonly loginHint?: string | undefined
  readonly link: SocialFlow['link']
}

type Browser = Parameters<typeof markBrowser>[1]

const nonceCharacters = 32

/** Where the browser goes to sign in elsewhere, and a note of it for when it comes back. */
export async function leaveFor(
  parts: IdentityParts,
  browser: Browser,
  leaving: Leaving,
): Promise<string> {
  const { row, client } = leaving.provider
  const codeVerifier = row.usesPkce ? generateRandomCodeVerifier() : null
  const nonce = row.idToken?.comesWithCode === true ? randomBase62(nonceCharacters) : null
  const scopes = [...new Set([...row.scopes, ...(leaving.scopes ?? [])])]
  const flow: SocialFlow = {
    providerId: row.id,
    callbackURL: leaving.callbackURL ?? null,
    errorCallbackURL: leaving.errorCallbackURL ?? null,
    newUserCallbackURL: leaving.newUserCallbackURL ?? null,
    codeVerifier,
    nonce,
    scopes,
    requestsSignUp: leaving.requestSignUp === true,
    link: leaving.link,
  }
  const secret = markBrowser(parts, browser)
  const state = await work(parts.workshop, {}, (unit) => issueState(unit, parts, flow, secret))
  return authorizationUrl(row, {
    clientId: client.clientId,
    redirectUrl: callbackUrl(parts.config.server.url, row.id),
    state,
    nonce,
    scopes,
    codeChallenge: codeVerifier === null ? null : await calculatePKCECodeChallenge(codeVerifier),
    loginHint: leaving.loginHint ?? null,
  })
}
