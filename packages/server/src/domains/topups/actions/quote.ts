import type { Customer } from '@guildhall/contract/customers/shapes'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { currency } from '@guildhall/contract/primitives'
import type { CreditQuote } from '@guildhall/contract/topups/top-up-shapes'
import type * as z from 'zod/mini'
import { add, type MinorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { newId } from '../../../platform/ids.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { presentMethod } from '../../payments/present/method.ts'
import type { PaymentMethodRow } from '../../payments/store/methods.ts'
import { missingAddressPart } from '../../tax/actions/address-for-tax.ts'
import { calculateTax } from '../../tax/actions/calculate-tax.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import type { OfferedCredits } from './credit-products.ts'
import type { TopUpDeps } from './deps.ts'

export interface Quote {
  /** Of the purchase, if it is made. */
  readonly id: Id<'creditPurchase'>
  readonly product: OfferedCredits
  readonly customer: CustomerRow
  readonly billing: Billing
  readonly currency: Currency
  readonly tax: TaxDue
  readonly totalAmount: MinorUnits
}

type Billing = Pick<z.output<typeof Customer>, 'name' | 'billingAddress' | 'taxId'>

/**
 * What the customer would pay, taxed by their own billing details. Null while these say too little.
 * Runs outside of transactions, because the tax may come from another server.
 */
export async function quoteCredits(
  deps: TopUpDeps,
  customer: CustomerRow,
  product: OfferedCredits,
): Promise<Quote | null> {
  const { organizationId } = customer
  const id = newId('creditPurchase', deps.clock)
  const { name, billingAddress, taxId } = presentCustomer(customer)
  const paidIn = currency.parse(product.currency)
  const tax = await calculateTax(deps, {
    organizationId,
    reference: id,
    currency: paidIn,
    netAmount: product.amount,
    address: billingAddress,
    taxId,
    isBusiness: taxId !== null,
  })
  if ('incomplete' in tax) return null
  return {
    id,
    product,
    customer,
    billing: { name, billingAddress, taxId },
    currency: paidIn,
    tax,
    totalAmount: add(product.amount, tax.amount),
  }
}

/** For a customer who is present, and can add what is missing. */
export async function requireQuote(
  deps: TopUpDeps,
  customer: CustomerRow,
  product: OfferedCredits,
): Promise<Quote> {
  const quote = await quoteCredits(deps, customer, product)
  if (quote !== null) return quote
  const missing = missingAddressPart(deps, presentCustomer(customer).billingAddress)
  throw new Problem('credit_address_missing', { part: missing?.part ?? 'the country' })
}

/** Nobody agrees to more than they saw. */
export function requireSeen({ totalAmount: amount, currency: of }: Quote, seen: MinorUnits): void {
  if (amount <= seen) return
  throw new Problem('credit_quote_outdated', { amount: moneyText({ amount, currency: of }) })
}

/** The customer’s default; null if they have stored nothing. */
export async function methodOf(
  db: Parameters<typeof methodsToCharge>[0],
  { organizationId, id: customerId }: Pick<CustomerRow, 'organizationId' | 'id'>,
): Promise<PaymentMethodRow | null> {
  const request = { customerId, paymentMethodId: null, purchaseId: null }
  const [method] = await methodsToCharge(db, organizationId, [request])
  return method ?? null
}

export const presentQuote = (
  { product: { priceId: _priceId, ...product }, tax, totalAmount }: Quote,
  method: PaymentMethodRow | null,
): CreditQuote => ({
  ...product,
  taxAmount: tax.amount,
  totalAmount,
  paymentMethod: method && presentMethod(method),
})
