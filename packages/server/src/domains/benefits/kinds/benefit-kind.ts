import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { BenefitContent, BenefitType } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SellerCaller } from '../../organizations/actions/seller.ts'
import type { BenefitFile, BenefitRow } from '../store/benefits.ts'
import type { ProviderDeps, Providers } from './providers.ts'

/** The properties of one type, as a request sends them. */
export type InputOf<T extends BenefitType> = Extract<
  BenefitProperties,
  { readonly type: T }
>['properties']

/**
 * What the benefits of one type have in common. The table in `benefit-kinds.ts` lists all types.
 */
export interface BenefitKind<T extends BenefitType> {
  /**
   * Asks the benefit’s provider whether it can be granted there. It runs before
   * the transaction. Types without a provider don't have it.
   */
  readonly verifyWithProvider?: (
    context: VerificationContext,
    properties: InputOf<T>,
  ) => Promise<ExternalTarget>
  /** Locks and reads the rows that the properties refer to, and decides what is stored. */
  readonly validate: (
    context: ValidationContext,
    properties: InputOf<T>,
  ) => Promise<StoredContent | ContentRefusal>
  /** The properties as the API returns them. */
  readonly describe: (row: BenefitRow, keyring: Pick<Keyring, 'sign'>) => BenefitContent
  /** What `describe` would return after an update to these properties, to find out what changes. */
  readonly preview: (properties: InputOf<T>, current: BenefitContent) => unknown
}

export interface VerificationContext {
  readonly deps: ProviderDeps
  readonly providers: Providers
  readonly caller: SellerCaller
  readonly organizationId: Id<'organization'>
}

/** Where a provider grants the benefit, once it has confirmed that it can. */
export type ExternalTarget =
  | { readonly guildId: string }
  | { readonly repositoryOwner: string; readonly repositoryName: string }

export interface ValidationContext {
  readonly tx: Transaction<Tables>
  readonly organizationId: Id<'organization'>
  readonly target: ExternalTarget | null
  /** The meter that the benefit credits already, if it exists. */
  readonly meterId: Id<'meter'> | null
}

/** The content of a benefit as it is stored. */
export interface StoredContent {
  readonly properties: Readonly<Record<string, PlainValue>>
  readonly meterId: Id<'meter'> | null
  /** Null for types without files. */
  readonly files: readonly BenefitFile[] | null
}

type PlainValue =
  | string
  | number
  | boolean
  | null
  | Readonly<Record<string, string | number | boolean>>

export type ContentRefusal = Refusal<
  | 'benefit_file_unknown'
  | 'benefit_meter_unknown'
  | 'benefit_meter_archived'
  | 'benefit_usage_off'
  | 'conflicting_change'
>

/** The content of a type that stores nothing but its properties. */
export const propertiesOnly = (properties: StoredContent['properties']): StoredContent => ({
  properties,
  meterId: null,
  files: null,
})

/**
 * Another request changed the benefit after this one decided to skip the provider, so
 * the target is unverified.
 */
export const unverifiedTarget = refuse('conflicting_change')
