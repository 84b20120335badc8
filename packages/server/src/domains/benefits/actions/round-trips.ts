import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import type { BenefitParts } from './parts.ts'

const lifetimeMilliseconds = 600_000

const destinations = ['discord', 'github'] as const

type Destination = (typeof destinations)[number]

/** What has to be known again when the browser comes back from another service. */
const RoundTrip = z.object({
  id: id('roundTrip'),
  organizationId: id('organization'),
  sessionId: id('session'),
  returnTo: z.string(),
  codeVerifier: z.nullable(z.string()),
  until: z.pipe(
    z.number(),
    z.transform((milliseconds) => new Date(milliseconds)),
  ),
})

export type RoundTrip = z.output<typeof RoundTrip>

type Leaving = Omit<RoundTrip, 'id' | 'until'>

/**
 * The state parameter: all of it sealed, so that nothing has to be kept of those who never come
 * back, and nobody on the way reads or changes it.
 */
export function stateFor(
  { keyring, clock }: Pick<BenefitParts, 'keyring' | 'clock'>,
  to: Destination,
  leaving: Leaving,
): string {
  const until = clock.now().getTime() + lifetimeMilliseconds
  const trip = { ...leaving, id: newId('roundTrip', clock), until }
  return keyring.seal(JSON.stringify(trip), boundTo(to)).toString('base64url')
}

/** Null for what isn't one of ours, or was meant for another service. */
export function readState(
  { keyring }: { readonly keyring: Pick<Keyring, 'open'> },
  to: Destination,
  state: unknown,
): RoundTrip | null {
  if (typeof state !== 'string') return null
  const text = keyring.open(Buffer.from(state, 'base64url'), boundTo(to))
  return text === null ? null : z.parse(RoundTrip, JSON.parse(text))
}

const boundTo = (to: Destination): readonly string[] => ['round-trip', to]
