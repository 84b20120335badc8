import type { Currency, Id } from '@guildhall/contract/primitives'
import { minorUnits } from '../../../kernel/money.ts'
import { calculateTaxes } from '../../tax/actions/calculate-tax.ts'
import type { TaxDue, TaxResult } from '../../tax/rules/tax-calculation.ts'
import { taxableAmount } from '../rules/amounts.ts'
import type { BillingDetails } from '../rules/billing-details.ts'
import type { OrderDraft } from '../rules/decision.ts'
import type { SubscriptionDeps } from './deps.ts'

export interface OrderToTax {
  /** The same for repeated calculations of one order. */
  readonly reference: string
  readonly billing: BillingDetails
  readonly currency: Currency
  readonly order: OrderDraft
}

/**
 * The tax on what orders of one organization charge. Runs outside of any transaction, because the answer may
 * come from another server.
 */
export const calculateOrderTaxes = (
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  orders: readonly OrderToTax[],
): Promise<TaxResult[]> =>
  calculateTaxes(
    deps,
    organizationId,
    orders.map(({ reference, billing, currency, order }) => ({
      organizationId,
      reference,
      currency,
      netAmount: taxableAmount(order),
      address: billing.address,
      taxId: billing.taxId,
      isBusiness: billing.isBusiness,
    })),
  )

/**
 * No tax for an address that never said enough: a renewal has no buyer to ask, and must not fail for
 * it. The order says so.
 */
export const taxOrNone = (answer: TaxResult): TaxDue =>
  'incomplete' in answer
    ? { amount: minorUnits(0), reason: 'address_incomplete', rate: null, calculationId: null }
    : answer
