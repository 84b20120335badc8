import { Address } from '@guildhall/contract/customers/address'
import { Customer } from '@guildhall/contract/customers/shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { minorUnits } from '../../../kernel/money.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { calculateTaxes, type TaxDue, type TaxResult } from '../../tax/index.ts'
import { taxableAmount } from '../rules/amounts.ts'
import type { OrderDraft } from '../rules/decision.ts'
import type { SubscriptionDeps } from './deps.ts'

export interface OrderToTax {
  /** The same for repeated calculations of one order. */
  readonly reference: string
  readonly customer: CustomerRow
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
    orders.map(({ reference, customer, currency, order }) => ({
      organizationId,
      reference,
      currency,
      netAmount: taxableAmount(order),
      address: z.parse(address, customer.billingAddress),
      taxId: taxIdOf(customer),
      isBusiness: customer.taxId !== null,
    })),
  )

const address = z.nullable(Address)
const { taxId } = Customer.shape

const taxIdOf = (customer: CustomerRow): z.output<typeof taxId> =>
  customer.taxId === null ? null : z.parse(taxId, [customer.taxId, customer.taxIdFormat])

/** No tax for an incomplete address: a renewal has no buyer to ask, and must not fail for it. */
export const taxOrNone = (answer: TaxResult): TaxDue =>
  'incomplete' in answer
    ? { amount: minorUnits(0), reason: 'not_supported', rate: null, calculationId: null }
    : answer
