import type { Address } from '@guildhall/contract/customers/address'
import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { TaxabilityReason, TaxRate, TaxScheme } from '@guildhall/contract/tax/shapes'
import type { Place } from './rates.ts'

/** A place where the seller collects tax. */
export interface Registration extends Place {
  readonly scheme: TaxScheme
}

/** The facts of a sale that decide its tax. */
export interface TaxedSale {
  /** Without tax, after the discount. */
  readonly netAmount: MinorUnits
  /** Null where nothing of it is known yet. */
  readonly address: Address | null
  readonly taxId: TaxId | null
  readonly isBusiness: boolean
}

export interface TaxRequest extends TaxedSale {
  readonly organizationId: Id<'organization'>
  /** The id of what is sold: an equal request is the same calculation at the tax provider. */
  readonly reference: string
  readonly currency: Currency
  /** The organization's active registrations, if the caller has read them already. */
  readonly registrations?: readonly Registration[]
}

export interface TaxDue {
  /** On top of the net amount. */
  readonly amount: MinorUnits
  readonly reason: TaxabilityReason
  /** Null where no tax is collected. */
  readonly rate: TaxRate | null
  /** The id of the calculation at the tax provider; null for the built-in calculation. */
  readonly calculationId: string | null
}

/** Incomplete where the tax depends on parts of the address that are missing. */
export type TaxResult = TaxDue | { readonly incomplete: true }
