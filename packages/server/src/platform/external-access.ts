import type { ServiceFailure } from './http-client/call-service.ts'

/** An account at a provider, as its owner has shown it. */
export interface ConnectedAccount {
  readonly id: string
  readonly username: string
  /** Present where the provider needs it to let the account in. */
  readonly token: { readonly secret: string; readonly expiresAt: Date | null } | null
}

interface IdentifyRequest {
  readonly state: string
  readonly redirectUrl: string
  readonly codeVerifier: string
}

interface IdentifyCallback {
  readonly code: string
  readonly redirectUrl: string
  readonly codeVerifier: string
}

/** Why a provider doesn’t do what was asked; asking again won’t help. */
export interface AccessRefusal {
  /** For the seller, with the provider’s own words. */
  readonly refused: string
}

/** The owner of the account has to connect it again first. */
interface AccountMissing {
  readonly accountMissing: string
}

export type Given =
  | { readonly given: 'held' | 'invited' }
  | AccessRefusal
  | AccountMissing
  | ServiceFailure

export type Taken = { readonly taken: true } | AccessRefusal | ServiceFailure

/**
 * Lets accounts into places at a provider, and takes them out again. Repeating a request changes
 * nothing, so what got no answer is requested again.
 */
export interface ExternalAccess<Place, Gift extends Place = Place> {
  newCodeVerifier(): string
  /** The provider’s page where the owner of an account shows it. */
  identifyUrl(request: IdentifyRequest): Promise<string>
  /** The account, or a reason for the log. */
  identify(
    callback: IdentifyCallback,
  ): Promise<{ readonly account: ConnectedAccount } | { readonly failed: string }>
  give(gift: Gift, account: { readonly id: string; readonly token: string | null }): Promise<Given>
  take(place: Place, account: { readonly id: string }): Promise<Taken>
}

/** A sentence for the seller, and what the provider said. */
export const inWordsOf = (
  provider: string,
  { refused, says }: { readonly refused: number; readonly says: string | null },
): string => `${provider} says: ${says ?? `status ${refused}`}`
