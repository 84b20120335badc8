import { Problem } from '../../../../kernel/refusal.ts'
import type { Identity } from '../../actions/keep-account.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { readProfile } from './read-profile.ts'
import type { KnownProvider, Social } from './social.ts'

interface GivenToken {
  readonly token: string
  readonly nonce?: string | undefined
  readonly accessToken?: string | undefined
  readonly refreshToken?: string | undefined
  readonly expiresAt?: number | undefined
}

/** Who an id token is about that an app got by itself. Refuses what we can't verify. */
export async function identityByIdToken(
  parts: IdentityParts,
  { verifyIdToken }: Social,
  { provider, given }: { readonly provider: KnownProvider; readonly given: GivenToken },
): Promise<Identity> {
  const { row, audiences } = provider
  const { token, nonce = null, accessToken = null, refreshToken = null } = given
  const rule = row.idToken
  if (rule === null || !rule.signsIn) throw new Problem('id_token_not_supported')
  const verified = await verifyIdToken(token, { rule, audiences, nonce })
  if ('failed' in verified) {
    parts.log.warn({ provider: row.id, reason: verified.failed }, 'an id token was refused')
    throw new Problem('id_token_is_invalid')
  }
  // The access token could be another person's: only what is signed says who this is.
  const read = await readProfile(parts, provider, { ...verified, accessToken: null })
  if (read === null) throw new Problem('unable_to_get_user_info')
  return {
    providerId: row.id,
    providerName: row.name,
    profile: read.profile,
    grant: {
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

/** Nobody's seconds reach this within three thousand years. */
const millisecondsMin = 100_000_000_000
const millisecondsMax = 8_640_000_000_000

function instantOf(expiresAt: number | undefined): Date | null {
  if (expiresAt === undefined) return null
  const milliseconds = expiresAt >= millisecondsMin ? expiresAt : expiresAt * 1000
  return new Date(Math.min(milliseconds, millisecondsMax))
}
