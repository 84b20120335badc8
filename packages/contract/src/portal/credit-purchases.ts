import * as z from 'zod/mini'
import { productId } from '../catalog/prices.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation } from '../operation.ts'
import { minorUnits } from '../primitives.ts'
import {
  CreditProduct,
  CreditPurchase,
  CreditQuote,
  creditPurchaseId,
} from '../topups/top-up-shapes.ts'

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const
const products = '/v1/customer-portal/credit-products/'
const purchases = '/v1/customer-portal/credit-purchases/'

export const listPortalCreditProducts = operation({
  ...ofPortal,
  name: 'listPortalCreditProducts',
  method: 'GET',
  path: products,
  summary: 'List the credits that a customer may buy',
  description:
    'Public one-time products with a fixed price whose benefits credit a meter of the customer.',
  returns: z.object({ items: z.array(CreditProduct) }),
  status: 200,
  refuses: sessionRefusals,
})

const quoteRefusals = [
  ...sessionRefusals,
  'credit_product_not_offered',
  'credit_address_missing',
] as const

export const quotePortalCredits = operation({
  ...ofPortal,
  name: 'quotePortalCredits',
  method: 'GET',
  path: `${products}:id`,
  summary: 'Get what credits cost a customer now',
  description:
    'With tax by the customer’s billing address, and the payment method that is charged.',
  params: z.object({ id: productId }),
  returns: CreditQuote,
  status: 200,
  refuses: quoteRefusals,
})

export const checkOutPortalCredits = operation({
  ...ofPortal,
  name: 'checkOutPortalCredits',
  method: 'POST',
  path: `${products}:id/checkout`,
  summary: 'Open a checkout for credits',
  description: 'For customers without a stored card, or who want to pay with another one.',
  params: z.object({ id: productId }),
  returns: z.object({ url: z.string() }),
  status: 201,
  refuses: [...sessionRefusals, 'credit_product_not_offered'],
})

export const buyPortalCredits = operation({
  ...ofPortal,
  name: 'buyPortalCredits',
  method: 'POST',
  path: purchases,
  summary: 'Buy credits with a stored card',
  description:
    'Charges the customer’s default payment method. With the status `requires_action` the response ' +
    'has a client secret for the customer’s browser. One that isn’t confirmed within 15 minutes is ' +
    'canceled, and so is one that was left unconfirmed when another is started.',
  body: z.object({
    productId,
    /** What the customer was shown, tax included: a higher amount is refused. */
    totalAmountMax: minorUnits,
  }),
  returns: CreditPurchase,
  status: 201,
  refuses: [
    ...quoteRefusals,
    'credit_payment_method_missing',
    'credit_quote_outdated',
    'credit_purchase_under_way',
  ],
})

export const confirmPortalCreditPurchase = operation({
  ...ofPortal,
  name: 'confirmPortalCreditPurchase',
  method: 'POST',
  path: `${purchases}:id/confirm`,
  summary: 'Confirm a purchase of credits',
  description: 'Returns its state after the customer has answered their bank.',
  params: z.object({ id: creditPurchaseId }),
  returns: CreditPurchase,
  status: 200,
  // It returns the current state, which may differ for a repeated call.
  idempotent: false,
  refuses: [...sessionRefusals, 'not_found'],
})
