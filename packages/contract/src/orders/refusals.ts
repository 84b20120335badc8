import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const orderRefusals = {
  order_paid: {
    status: 409,
    message: 'This order is paid. Refund it instead.',
    error: 'OrderPaid',
  },
  order_void: { status: 409, message: 'This order is void', error: 'OrderVoid' },
  order_written_off: {
    status: 409,
    message: 'This order is written off already',
    error: 'OrderWrittenOff',
  },
  refund_not_permitted: {
    status: 401,
    message: 'Your access token, or your role in this organization, does not allow refunds',
    error: 'Unauthorized',
  },
  refund_order_unknown: unprocessable('Order not found'),
  refund_order_unpaid: unprocessable('This order is not paid, so there is nothing to refund'),
  refund_of_subscription: unprocessable(
    'Benefits of a subscription end with it. Cancel the subscription instead.',
  ),
  refund_amount_too_high: {
    status: 400,
    message: 'At most {amount} can still be refunded, without tax and in minor units',
    error: 'RefundAmountTooHigh',
  },
  order_not_open: {
    status: 409,
    message: 'This order is {state}, so it can’t be paid',
    error: 'OrderNotOpen',
  },
  order_payment_under_way: {
    status: 409,
    message: 'A payment of this order is under way. Wait a moment, and look again.',
    error: 'PaymentUnderWay',
  },
  order_payment_method_unknown: unprocessable('Payment method not found'),
  order_of_unaccepted_subscription: {
    status: 409,
    message:
      'The subscription of this order was bought with your email address. Accept it before you ' +
      'pay with a card of yours, or enter a card that pays this order alone.',
    error: 'SubscriptionNotAccepted',
  },
  pay_link_expired: {
    status: 410,
    message: 'This link has expired. Sign in to the portal to pay.',
    error: 'PayLinkExpired',
  },
  refunded_already: {
    status: 403,
    message:
      'Nothing of this order is left to refund: it was refunded or credited, or a refund is in progress',
    error: 'RefundedAlready',
  },
  refund_disputed: {
    status: 403,
    message: 'The customer disputes this order at their bank. The disputed part can’t be refunded.',
    error: 'RefundedAlready',
  },
} as const satisfies Record<string, RefusalEntry>

/** The client expects the detail of these as a sentence, not as a list. */
const sentence = { status: 422, hasPlainDetail: true } as const

export const invoiceRefusals = {
  invoice_exists: {
    status: 409,
    message: 'This order already has an invoice',
    error: 'InvoiceAlreadyExists',
  },
  invoice_details_missing: {
    ...sentence,
    message: 'An invoice needs a billing name and a billing address. Set them on the order first.',
    error: 'MissingInvoiceBillingDetails',
  },
  order_not_paid: {
    ...sentence,
    message: 'Only a paid order has an invoice',
    error: 'NotPaidOrder',
  },
} as const satisfies Record<string, RefusalEntry>
