import { type Id, id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProviderDeps, Providers } from './providers.ts'

const lifetimeMilliseconds = 600_000

/** What the callback needs to know of the redirect to a provider. */
const OAuthRedirect = z.object({
  id: id('oauthRedirect'),
  organizationId: id('organization'),
  sessionId: id('session'),
  returnTo: z.string(),
  codeVerifier: z.nullable(z.string()),
  expiresAt: z.pipe(
    z.number(),
    z.transform((milliseconds) => new Date(milliseconds)),
  ),
})

export type OAuthRedirect = z.output<typeof OAuthRedirect>

type NewOAuthRedirect = Omit<OAuthRedirect, 'id' | 'expiresAt'>

/** The state parameter carries the whole redirect, encrypted: abandoned ones leave no rows. */
export function createState(
  { keyring, clock }: Pick<ProviderDeps, 'keyring' | 'clock'>,
  provider: keyof Providers,
  redirect: NewOAuthRedirect,
): string {
  const expiresAt = clock.now().getTime() + lifetimeMilliseconds
  const state = { ...redirect, id: newId('oauthRedirect', clock), expiresAt }
  return keyring.seal(JSON.stringify(state), boundTo(provider)).toString('base64url')
}

/** Null for a state that is not genuine or belongs to another provider. */
export function readState(
  { keyring }: { readonly keyring: Pick<Keyring, 'open'> },
  provider: keyof Providers,
  state: unknown,
): OAuthRedirect | null {
  if (typeof state !== 'string') return null
  const text = keyring.open(Buffer.from(state, 'base64url'), boundTo(provider))
  return text === null ? null : z.parse(OAuthRedirect, JSON.parse(text))
}

const boundTo = (provider: keyof Providers): readonly string[] => ['oauth-redirect', provider]

interface CallbackFacts {
  /** Null where the state is not genuine. */
  readonly redirect: Pick<OAuthRedirect, 'sessionId' | 'expiresAt'> | null
  readonly sessionId: Id<'session'>
  readonly now: Date
}

/** Only the session that started a redirect learns that it has expired; others are refused. */
export function decideCallback({
  redirect,
  sessionId,
  now,
}: CallbackFacts): 'valid' | 'expired' | Refusal<'oauth_state_invalid'> {
  if (redirect === null || redirect.sessionId !== sessionId) {
    return refuse('oauth_state_invalid', { loc: ['query', 'state'] })
  }
  return redirect.expiresAt > now ? 'valid' : 'expired'
}
