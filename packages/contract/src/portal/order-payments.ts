import * as z from 'zod/mini'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { orderId } from '../orders/order-shapes.ts'
import { paymentMethodId } from '../payments/method-shapes.ts'
import { onSessionState } from '../payments/on-session.ts'
import { paymentId } from '../payments/shapes.ts'
import { instant, minorUnits } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'

/** An order as anyone who pays it sees it, without anything else of its customer. */
export const PayableOrder = z.object({
  id: orderId,
  createdAt: instant,
  /**
   * `processing` while a payment is under way that nobody has to confirm; `closed` if it isn’t
   * collected any more; `refunded` if what was paid goes back, as it does after that.
   */
  status: z.enum(['open', 'processing', 'paid', 'refunded', 'closed']),
  paidAt: z.nullable(instant),
  seller: z.object({ name: z.string(), slug: z.string(), avatarUrl: z.nullable(z.string()) }),
  productName: z.string(),
  items: z.array(z.object({ label: z.string(), amount: minorUnits })),
  discountAmount: minorUnits,
  taxAmount: minorUnits,
  totalAmount: minorUnits,
  /** What the customer’s balance pays of the total; below zero for an earlier debt. */
  appliedBalanceAmount: minorUnits,
  /** What is charged. */
  dueAmount: minorUnits,
  currency: z.string(),
  /** The key for Stripe’s card form; null in the sandbox. */
  publishableKey: z.nullable(z.string()),
})
export type PayableOrder = z.output<typeof PayableOrder>

/** A payment of an order by somebody who is present. */
export const OrderPayment = z.object({ ...onSessionState, id: paymentId })
export type OrderPayment = z.output<typeof OrderPayment>

const tokenLengthMax = 5000
const confirmationTokenId = z.string().check(z.maxLength(tokenLengthMax))

/** Limits card testing. */
const payLimit = [
  { requestsMax: 10, windowSeconds: 60, by: 'address', bucket: 'orderPayments' },
  { requestsMax: 60, windowSeconds: 3600, by: 'address', bucket: 'orderPayments' },
  { requestsMax: 20, windowSeconds: 3600, by: 'caller', bucket: 'payersOfOrders' },
] as const satisfies readonly RateLimitRule[]

const refusalsOfPayment = [
  'order_not_open',
  'order_payment_under_way',
  'payment_method_token_invalid',
] as const

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const
const path = '/v1/customer-portal/orders/:id'
const ofOne = z.object({ id: orderId })

export const getPayableOrder = operation({
  ...ofPortal,
  name: 'getPayableOrder',
  method: 'GET',
  path: `${path}/payment`,
  summary: 'Get what is due for an order',
  params: ofOne,
  returns: PayableOrder,
  status: 200,
  refuses: [...sessionRefusals, 'not_found'],
})

/** A stored card, or one that was just entered. */
const paymentSource = z
  .object({
    paymentMethodId: z.optional(paymentMethodId),
    confirmationTokenId: z.optional(confirmationTokenId),
    /** Stores the entered card, and charges it for the subscription from now on. */
    saveCard: z.optional(z.boolean()),
  })
  .check(({ value, issues }) => {
    const { paymentMethodId: stored, confirmationTokenId: entered, saveCard } = value
    if ((stored === undefined) === (entered === undefined)) {
      const message = 'Give either payment_method_id or confirmation_token_id'
      issues.push({ code: 'custom', input: value, path: [], message })
    } else if (saveCard === true && entered === undefined) {
      const message = 'This card is stored already'
      issues.push({ code: 'custom', input: value, path: ['saveCard'], message })
    }
  })
  .register(z.globalRegistry, requiresAny(['paymentMethodId'], ['confirmationTokenId']))

export const payOrder = operation({
  ...ofPortal,
  name: 'payOrder',
  method: 'POST',
  path: `${path}/payments`,
  summary: 'Pay an open order',
  description:
    'With a stored card of the customer, or with a confirmation token. With the status ' +
    '`requires_action` the response has a client secret for the customer’s browser. A payment that ' +
    'isn’t confirmed within 15 minutes is canceled, and so is one that was left unconfirmed when ' +
    'another is started.',
  rateLimit: payLimit,
  params: ofOne,
  body: paymentSource,
  returns: OrderPayment,
  status: 201,
  refuses: [
    ...sessionRefusals,
    'not_found',
    ...refusalsOfPayment,
    'order_payment_method_unknown',
    'order_of_unaccepted_subscription',
  ],
})

export const confirmOrderPayment = operation({
  ...ofPortal,
  name: 'confirmOrderPayment',
  method: 'POST',
  path: `${path}/payments/:paymentId/confirm`,
  summary: 'Confirm a payment of an order',
  description:
    'Returns its state after the customer has answered their bank. A payment that succeeds after the ' +
    'order was closed is refunded: its status is `failed`, and `decline_message` says so.',
  params: z.object({ id: orderId, paymentId }),
  returns: OrderPayment,
  status: 200,
  // It returns the current state, which may differ for a repeated call.
  idempotent: false,
  refuses: [...sessionRefusals, 'not_found'],
})

/** Generous for a page that waits for a payment, too low for guessing secrets. */
const pageLimit = [
  { requestsMax: 300, windowSeconds: 60, by: 'address', bucket: 'payLinks' },
] as const satisfies readonly RateLimitRule[]

/** The secret in the path, which was mailed, opens one order; other credentials are ignored. */
const forPayers = {
  wire: 'billing',
  for: 'payLink',
  tag: 'Pay links',
  params: z.object({ linkSecret: z.string() }),
  rateLimit: pageLimit,
} as const

const linkPath = '/v1/pay-links/:linkSecret'

export const getLinkedOrder = operation({
  ...forPayers,
  name: 'getLinkedOrder',
  method: 'GET',
  path: linkPath,
  summary: 'Get the order of a mailed link',
  description: 'The link is valid for 30 days. Once the order is paid it shows the receipt.',
  returns: PayableOrder,
  status: 200,
  refuses: ['not_found', 'pay_link_expired'],
})

export const payLinkedOrder = operation({
  ...forPayers,
  name: 'payLinkedOrder',
  method: 'POST',
  path: `${linkPath}/payments`,
  summary: 'Pay the order of a mailed link',
  description:
    'The card pays this order alone and isn’t stored. With the status `requires_action` the ' +
    'response has a client secret for the payer’s browser.',
  rateLimit: payLimit,
  body: z.object({ confirmationTokenId }),
  returns: OrderPayment,
  status: 201,
  refuses: ['not_found', 'pay_link_expired', ...refusalsOfPayment],
})

export const confirmLinkedPayment = operation({
  ...forPayers,
  name: 'confirmLinkedPayment',
  method: 'POST',
  path: `${linkPath}/payments/:paymentId/confirm`,
  summary: 'Confirm a payment of a mailed link',
  description:
    'Returns its state after the payer has answered their bank. A payment that succeeds after the ' +
    'order was closed is refunded: its status is `failed`, and `decline_message` says so.',
  params: z.object({ linkSecret: z.string(), paymentId }),
  returns: OrderPayment,
  status: 200,
  idempotent: false,
  // A payment that was started in time may be confirmed.
  refuses: ['not_found'],
})
