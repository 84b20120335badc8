import { Address } from '@guildhall/contract/customers/address'
import { Customer } from '@guildhall/contract/customers/shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { minorUnits } from '../../../kernel/money.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { calculateTaxes, type TaxAnswer, type TaxDue } from '../../tax/index.ts'
import { amountsOf } from '../rules/amounts.ts'
import type { OrderDraft } from '../rules/facts.ts'
import type { SubscriptionParts } from './parts.ts'

/** An order that is about to be placed, as far as tax asks. */
export interface OrderToTax {
  /** The same order is the same question: what it is for, and when. */
  readonly reference: string
  readonly customer: CustomerRow
  readonly currency: Currency
  readonly order: OrderDraft
}

/**
 * What is due on orders of one organization; asked outside of any transaction, for the answer may
 * come from elsewhere.
 */
export const taxOfOrders = (
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
  orders: readonly OrderToTax[],
): Promise<TaxAnswer[]> =>
  calculateTaxes(
    parts,
    organizationId,
    orders.map(({ reference, customer, currency, order }) => ({
      organizationId,
      reference,
      currency,
      netAmount: amountsOf(order).netAmount,
      address: z.parse(address, customer.billingAddress),
      taxId: taxIdOf(customer),
      isBusiness: customer.taxId !== null,
    })),
  )

const address = z.nullable(Address)
const { taxId } = Customer.shape

const taxIdOf = (customer: CustomerRow): z.output<typeof taxId> =>
  customer.taxId === null ? null : z.parse(taxId, [customer.taxId, customer.taxIdFormat])

/**
 * Nobody is there to be asked when a subscription renews: whose address doesn’t say enough is taken
 * no tax of.
 */
export const taxWithoutAsking = (answer: TaxAnswer): TaxDue =>
  'incomplete' in answer
    ? { amount: minorUnits(0), reason: 'not_supported', rate: null, calculationId: null }
    : answer
