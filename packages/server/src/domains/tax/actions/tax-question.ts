import type { Currency, Id } from '@guildhall/contract/primitives'
import type { Registration } from '../rules/decide-tax.ts'
import type { TaxedSale } from '../rules/tax-answer.ts'

export interface TaxQuestion extends TaxedSale {
  readonly organizationId: Id<'organization'>
  /** What is sold, for whoever is asked elsewhere: the same question is the same calculation. */
  readonly reference: string
  readonly currency: Currency
  /** Where the organization collects, if somebody has looked already. */
  readonly collecting?: readonly Registration[]
}
