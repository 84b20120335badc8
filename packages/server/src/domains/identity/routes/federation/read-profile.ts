import { fetchProfile } from '../../../../platform/oauth/profile-calls.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { type Profile, profileOf } from '../../rules/federation/providers/profile.ts'
import type { ConfiguredProvider, Providers } from './providers.ts'

interface ProfileSource {
  /** The claims of a verified id token. */
  readonly claims: unknown
  readonly accessToken: string | null
  readonly formName?: string | null
}

interface ReadProfile {
  readonly profile: Profile
  /** As the provider sent it. */
  readonly raw: unknown
}

type Deps = Pick<IdentityDeps, 'fetchExternal' | 'log'>

/** The person's profile; null if the provider doesn't provide a usable one. */
export async function readProfile(
  { fetchExternal, log }: Deps,
  { row, client }: ConfiguredProvider,
  { claims, accessToken, formName = null }: ProfileSource,
): Promise<ReadProfile | null> {
  const { clientId } = client
  const answers =
    accessToken === null
      ? []
      : await fetchProfile(fetchExternal, { calls: row.calls, accessToken, clientId })
  if ('failed' in answers) {
    log.warn({ provider: row.id, reason: answers.failed }, 'a profile could not be fetched')
    return null
  }
  const profile = profileOf(row.profile({ claims, answers, formName }))
  return profile === null ? null : { profile, raw: answers[0] ?? claims }
}

interface ReturnedToken {
  readonly idToken: string | null
  readonly nonce: string | null
}

/** The claims of the id token that came with a code; null claims if the provider sends none. */
export async function verifiedClaims(
  { log }: Deps,
  { verifyIdToken }: Providers,
  { row, client }: ConfiguredProvider,
  { idToken, nonce }: ReturnedToken,
): Promise<{ readonly claims: unknown } | null> {
  const rule = row.idToken
  if (rule === null || !rule.comesWithCode) return { claims: null }
  const audiences = [client.clientId]
  const verified =
    idToken === null
      ? { failed: 'there is none' }
      : await verifyIdToken(idToken, { rule, audiences, nonce })
  if ('claims' in verified) return verified
  log.warn({ provider: row.id, reason: verified.failed }, 'an id token was refused')
  return null
}
