import type { Address } from '@guildhall/contract/customers/address'
import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import type { MinorUnits } from '@guildhall/contract/primitives'
import type { TaxabilityReason, TaxRate } from '@guildhall/contract/tax/shapes'

/** What is sold to whom, as far as tax asks. */
export interface TaxedSale {
  /** Without tax, after the discount. */
  readonly netAmount: MinorUnits
  /** Null where nothing of it is known yet. */
  readonly address: Address | null
  readonly taxId: TaxId | null
  readonly isBusiness: boolean
}

export interface TaxDue {
  /** On top of the net amount. */
  readonly amount: MinorUnits
  readonly reason: TaxabilityReason
  /** Null where none is taken. */
  readonly rate: TaxRate | null
  /** What the engine calls its calculation; the engine that is built in keeps none. */
  readonly calculationId: string | null
}

/** Incomplete where it depends on what the address doesn't say yet. */
export type TaxAnswer = TaxDue | { readonly incomplete: true }
