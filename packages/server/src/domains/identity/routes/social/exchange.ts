import { exchangeCode, type Tokens } from '../../../../platform/oauth/tokens.ts'
import type { Identity } from '../../actions/keep-account.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import type { SocialFlow } from '../../actions/social-state.ts'
import type { CallbackParameters } from '../../rules/callback-parameters.ts'
import { callbackUrl } from '../../rules/links.ts'
import { claimsOf, readProfile } from './read-profile.ts'
import type { KnownProvider, Social } from './social.ts'

/** Why nobody came of a callback, in the words of error redirects. */
export interface Stopped {
  readonly stopped: string
  readonly says?: string | null
}

interface Callback {
  readonly provider: KnownProvider
  readonly flow: SocialFlow
  readonly parameters: CallbackParameters
}

/** Turns what a provider sent the browser back with into who it says this is. */
export async function identityOf(
  parts: IdentityParts,
  social: Social,
  callback: Callback,
): Promise<Identity | Stopped> {
  const { provider, flow, parameters } = callback
  if (parameters.code === null) return { stopped: 'no_code' }
  const tokens = await exchange(parts, callback)
  if ('stopped' in tokens) return tokens
  const { idToken, accessToken } = tokens
  const verified = await claimsOf(parts, social, provider, { idToken, nonce: flow.nonce })
  if (verified === null) return { stopped: 'unable_to_get_user_info' }
  const { formName } = parameters
  const read = await readProfile(parts, provider, { ...verified, accessToken, formName })
  if (read === null) return { stopped: 'unable_to_get_user_info' }
  return {
    providerId: provider.row.id,
    providerName: provider.row.name,
    profile: read.profile,
    grant: {
      ...tokens,
      scopes: tokens.scopes ?? flow.scopes,
      deviceId: provider.row.namesDevice ? parameters.deviceId : null,
    },
  }
}

async function exchange(
  { outside, clock, log, config }: IdentityParts,
  { provider: { row, client }, flow, parameters }: Callback,
): Promise<Tokens | Stopped> {
  const callback = new URLSearchParams({ code: parameters.code ?? '' })
  if (parameters.issuer !== null) callback.set('iss', parameters.issuer)
  const device = row.namesDevice ? parameters.deviceId : null
  const tokens = await exchangeCode(
    { outside, clock },
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
  return { stopped: tokens.failed === 'wrong_issuer' ? 'issuer_mismatch' : 'invalid_code' }
}
