import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { usd } from '../catalog/prices.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { currency, minorUnits } from '../primitives.ts'
import { balanceEntryKinds, CustomerBalance, CustomerBalanceEntry } from './balance-shapes.ts'
import { Refund } from './refund-shapes.ts'

const ofBalances = { ...forSellers, tag: 'Customers' } as const
const ofOne = z.object({ id: customerId })

export const balanceReasonLengthMax = 500
/** What a card is charged at most in the currencies with cents. */
export const balanceChangeMax = 99_999_999

export const getCustomerBalance = operation({
  ...ofBalances,
  name: 'getCustomerBalance',
  method: 'GET',
  path: '/v1/customers/:id/balance',
  summary: 'Get the balance of a customer',
  description:
    'One for each currency in which the customer ever had one. Orders of subscriptions and the ' +
    'checkouts of a proved customer use it; a purchase that somebody made with the customer’s ' +
    'address doesn’t, until the customer accepts it.',
  may: 'customers:read',
  params: ofOne,
  returns: z.object({ balances: z.array(CustomerBalance) }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const listCustomerBalanceEntries = operation({
  ...ofBalances,
  name: 'listCustomerBalanceEntries',
  method: 'GET',
  path: '/v1/customers/:id/balance/entries',
  summary: 'List what changed the balance of a customer',
  may: 'customers:read',
  params: ofOne,
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    currency: anyOf(currency),
    type: anyOf(z.enum(balanceEntryKinds)),
  }),
  returns: listOf(CustomerBalanceEntry),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const adjustCustomerBalance = operation({
  ...ofBalances,
  name: 'adjustCustomerBalance',
  method: 'POST',
  path: '/v1/customers/:id/balance/adjustments',
  summary: 'Add credit to the balance of a customer, or take it',
  description:
    'Credit is paid by the seller: it reduces the available balance of the organization now, and an ' +
    'order that uses it counts as a sale. Below zero, the amount takes credit, at most what there ' +
    'is. The customer sees the reason.',
  may: 'refunds:write',
  params: ofOne,
  body: z.object({
    amount: minorUnits.check(
      z.minimum(-balanceChangeMax),
      z.maximum(balanceChangeMax),
      z.refine((amount) => amount !== 0, { error: 'Must not be zero' }),
    ),
    currency: usd,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(balanceReasonLengthMax),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
      ),
  }),
  returns: CustomerBalanceEntry,
  status: 201,
  refuses: [...callRefusals, 'not_found', 'balance_too_low'],
})

export const payOutCustomerBalance = operation({
  ...ofBalances,
  name: 'payOutCustomerBalance',
  method: 'POST',
  path: '/v1/customers/:id/balance/payouts',
  summary: 'Pay the balance of a customer out',
  description:
    'As refunds of the payments that the credit came from, the latest first. The balance is reduced ' +
    'immediately, and restored if a refund fails. Credit that a seller gave came from no payment and ' +
    'can’t be paid out.',
  may: 'refunds:write',
  params: ofOne,
  body: z.object({
    amount: minorUnits.check(z.minimum(1), z.maximum(balanceChangeMax)),
    currency: usd,
  }),
  returns: z.object({ items: z.array(Refund) }),
  status: 201,
  refuses: [...callRefusals, 'not_found', 'balance_too_low', 'balance_not_payable'],
})
