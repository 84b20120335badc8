import { Problem } from '../../../../kernel/refusal.ts'
import { exchangeCode, type Tokens } from '../../../../platform/oauth/tokens.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import type { Identity } from '../../actions/federation/link-account.ts'
import type { OAuthFlow } from '../../actions/federation/oauth-state.ts'
import type { CallbackParameters } from '../../rules/federation/callback-parameters.ts'
import { callbackUrl } from '../../rules/links.ts'
import type { ConfiguredProvider, Providers } from './providers.ts'
import { readProfile, verifiedClaims } from './read-profile.ts'

interface GivenToken {
  readonly token: string
  readonly nonce?: string | undefined
  readonly accessToken?: string | undefined
  readonly refreshToken?: string | undefined
  readonly expiresAt?: number | undefined
}

/** The identity in an id token that an app obtained itself; refused unless it verifies. */
export async function identityByIdToken(
  deps: IdentityDeps,
  { verifyIdToken }: Providers,
  { provider, given }: { readonly provider: ConfiguredProvider; readonly given: GivenToken },
): Promise<Identity> {
  const { row, audiences } = provider
  const { token, nonce = null, accessToken = null, refreshToken = null } = given
  const rule = row.idToken
  if (rule === null || !rule.signsIn) throw new Problem('id_token_not_supported')
  const verified = await verifyIdToken(token, { rule, audiences, nonce })
  if ('failed' in verified) {
    deps.log.warn({ provider: row.id, reason: verified.failed }, 'an id token was refused')
    throw new Problem('id_token_is_invalid')
  }
  // The access token may be another person's: only the signed claims identify this one.
  const read = await readProfile(deps, provider, { ...verified, accessToken: null })
  if (read === null) throw new Problem('unable_to_get_user_info')
  return {
    providerId: row.id,
    providerName: row.name,
    profile: read.profile,
    authorization: {
      accessToken,
      refreshToken,
      idToken: token,
      accessTokenExpiresAt: accessToken === null ? null : instantOf(given.expiresAt),
      refreshTokenExpiresAt: null,
      scopes: row.scopes,
      deviceId: null,
    },
  }
}

/** Larger values are milliseconds: no expiry in seconds gets here within three thousand years. */
const millisecondsMin = 100_000_000_000
const millisecondsMax = 8_640_000_000_000

function instantOf(expiresAt: number | undefined): Date | null {
  if (expiresAt === undefined) return null
  const milliseconds = expiresAt >= millisecondsMin ? expiresAt : expiresAt * 1000
  return new Date(Math.min(milliseconds, millisecondsMax))
}

/** A failed flow, in the codes of error redirects. */
export interface FlowFailure {
  readonly failed: string
  readonly description?: string | null
}

interface Callback {
  readonly provider: ConfiguredProvider
  readonly flow: OAuthFlow
  readonly parameters: CallbackParameters
}

/** Exchanges the code of a callback for the person's identity. */
export async function identityByCode(
  deps: IdentityDeps,
  providers: Providers,
  callback: Callback,
): Promise<Identity | FlowFailure> {
  const { provider, flow, parameters } = callback
  if (parameters.code === null) return { failed: 'no_code' }
  const tokens = await exchange(deps, callback)
  if ('failed' in tokens) return tokens
  const { idToken, accessToken } = tokens
  const verified = await verifiedClaims(deps, providers, provider, { idToken, nonce: flow.nonce })
  if (verified === null) return { failed: 'unable_to_get_user_info' }
  const { formName } = parameters
  const read = await readProfile(deps, provider, { ...verified, accessToken, formName })
  if (read === null) return { failed: 'unable_to_get_user_info' }
  return {
    providerId: provider.row.id,
    providerName: provider.row.name,
    profile: read.profile,
    authorization: {
      ...tokens,
      scopes: tokens.scopes ?? flow.scopes,
      deviceId: provider.row.namesDevice ? parameters.deviceId : null,
    },
  }
}

async function exchange(
  { fetchExternal, clock, log, config }: IdentityDeps,
  { provider: { row, client }, flow, parameters }: Callback,
): Promise<Tokens | FlowFailure> {
  const callback = new URLSearchParams({ code: parameters.code ?? '' })
  if (parameters.issuer !== null) callback.set('iss', parameters.issuer)
  const device = row.namesDevice ? parameters.deviceId : null
  const tokens = await exchangeCode(
    { fetchExternal, clock },
    {
      server: row,
      client,
      callback,
      redirectUrl: callbackUrl(config.server.url, row.id),
      codeVerifier: flow.codeVerifier,
      extra: device === null ? {} : { device_id: device },
    },
  )
  if (!('failed' in tokens)) return tokens
  log.warn({ provider: row.id, reason: tokens.reason }, 'a code was not exchanged for tokens')
  return { failed: tokens.failed === 'wrong_issuer' ? 'issuer_mismatch' : 'invalid_code' }
}
