import { type Id, id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProviderDeps, Providers } from './providers.ts'

const lifetimeMilliseconds = 600_000

/** What every redirect carries. */
const common = {
  id: id('oauthRedirect'),
  organizationId: id('organization'),
  returnTo: z.string(),
  expiresAt: z.pipe(
    z.number(),
    z.transform((milliseconds) => new Date(milliseconds)),
  ),
}

/** What the callback needs to know of a seller’s redirect to a provider. */
const OAuthRedirect = z.object({
  ...common,
  sessionId: id('session'),
  codeVerifier: z.nullable(z.string()),
})

export type OAuthRedirect = z.output<typeof OAuthRedirect>

/** The redirect of a customer who shows their account. */
const CustomerRedirect = z.object({
  ...common,
  sessionId: id('customerSession'),
  customerId: id('customer'),
  provider: z.enum(['discord', 'github']),
  codeVerifier: z.string(),
})

export type CustomerRedirect = z.output<typeof CustomerRedirect>

type New<R> = Omit<R, 'id' | 'expiresAt'>

type SealDeps = Pick<ProviderDeps, 'keyring' | 'clock'>

interface OpenDeps {
  readonly keyring: Pick<Keyring, 'open'>
}

export const createState = (
  deps: SealDeps,
  provider: keyof Providers,
  redirect: New<OAuthRedirect>,
): string => seal(deps, sellersTo(provider), redirect)

/** Null for a state that is not genuine or belongs to another provider. */
export const readState = (
  deps: OpenDeps,
  provider: keyof Providers,
  state: unknown,
): OAuthRedirect | null =>
  open(deps, { boundTo: sellersTo(provider), schema: OAuthRedirect }, state)

export const createCustomerState = (deps: SealDeps, redirect: New<CustomerRedirect>): string =>
  seal(deps, customers, redirect)

/** Null for a state that is not genuine. */
export const readCustomerState = (deps: OpenDeps, state: unknown): CustomerRedirect | null =>
  open(deps, { boundTo: customers, schema: CustomerRedirect }, state)

const sellersTo = (provider: keyof Providers): readonly string[] => ['oauth-redirect', provider]

const customers: readonly string[] = ['oauth-redirect-of-customer']

/** The state parameter carries the whole redirect, encrypted: abandoned ones leave no rows. */
function seal(
  { keyring, clock }: SealDeps,
  boundTo: readonly string[],
  redirect: New<OAuthRedirect> | New<CustomerRedirect>,
): string {
  const expiresAt = clock.now().getTime() + lifetimeMilliseconds
  const state = { ...redirect, id: newId('oauthRedirect', clock), expiresAt }
  return keyring.seal(JSON.stringify(state), boundTo).toString('base64url')
}

interface Sealed<S extends z.core.$ZodType> {
  readonly boundTo: readonly string[]
  readonly schema: S
}

function open<S extends z.core.$ZodType>(
  { keyring }: OpenDeps,
  { boundTo, schema }: Sealed<S>,
  state: unknown,
): z.output<S> | null {
  if (typeof state !== 'string') return null
  const text = keyring.open(Buffer.from(state, 'base64url'), boundTo)
  return text === null ? null : z.parse(schema, JSON.parse(text))
}

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
