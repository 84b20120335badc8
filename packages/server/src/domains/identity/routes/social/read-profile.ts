import { askProfile } from '../../../../platform/oauth/profile-calls.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { type Profile, profileOf } from '../../rules/providers/profile.ts'
import type { KnownProvider, Social } from './social.ts'

interface Told {
  /** Claims of an id token that was verified. */
  readonly claims: unknown
  readonly accessToken: string | null
  readonly formName?: string | null
}

export interface ReadProfile {
  readonly profile: Profile
  /** As the provider says it. */
  readonly raw: unknown
}

type Parts = Pick<IdentityParts, 'outside' | 'log'>

/** Who the provider says this is; null where it doesn't say. */
export async function readProfile(
  { outside, log }: Parts,
  { row, client }: KnownProvider,
  { claims, accessToken, formName = null }: Told,
): Promise<ReadProfile | null> {
  const { clientId } = client
  const answers =
    accessToken === null
      ? []
      : await askProfile(outside, { calls: row.calls, accessToken, clientId })
  if ('failed' in answers) {
    log.warn({ provider: row.id, reason: answers.failed }, 'a provider did not tell who it is')
    return null
  }
  const profile = profileOf(row.profile({ claims, answers, formName }))
  return profile === null ? null : { profile, raw: answers[0] ?? claims }
}

interface TokenTold {
  readonly idToken: string | null
  readonly nonce: string | null
}

/** The claims of the id token that came with the code, if the provider is one that sends it. */
export async function claimsOf(
  { log }: Parts,
  { verifyIdToken }: Social,
  { row, client }: KnownProvider,
  { idToken, nonce }: TokenTold,
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
