import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { JsonObject } from '../../../../platform/database/json.ts'
import type { Given, Taken } from '../../../../platform/external-access.ts'
import type { Providers } from '../../../benefits/kinds/providers.ts'
import type { BenefitRow } from '../../../benefits/store/benefits.ts'

type ExternalProvider = keyof Providers

/** A type of benefit that is given at a provider, to an account that the customer connects. */
export interface ExternalKind {
  readonly type: BenefitType
  readonly provider: ExternalProvider
  readonly name: string
  /** Said where the operator has no longer set the provider up. */
  readonly unavailable: { readonly refused: string }
  /** Where the benefit is given. */
  readonly placeOf: (benefit: BenefitRow) => JsonObject
  /** As it was stored. */
  readonly readPlace: (place: unknown) => JsonObject
  /** What a grant shows of its benefit once it is given. */
  readonly givenBy: (benefit: BenefitRow) => JsonObject
  /** What else it shows, depending on whether the account has it already. */
  readonly stateOf: (held: 'held' | 'invited') => JsonObject
  /** Gives the account what the benefits of this place give. */
  readonly give: (providers: Providers, place: unknown, holder: Holder) => Promise<Given>
  readonly take: (providers: Providers, place: unknown, accountId: string) => Promise<Taken>
}

interface Holder {
  readonly accountId: string
  readonly token: string | null
  readonly benefits: readonly BenefitRow[]
}

export const notConfigured = (name: string, setting: string): ExternalKind['unavailable'] => ({
  refused: `${name} is not available on this server: its operator has to set ${setting}.`,
})
