import type { RefusalEntry } from '../refusal-entry.ts'

export const topUpRefusals = {
  credit_product_not_offered: {
    status: 422,
    message: 'This product isn’t offered for this meter',
    error: 'RequestValidationError',
  },
  credit_address_missing: {
    status: 422,
    message: 'Credits are taxed where you are. Add {part} to your billing address first.',
    error: 'RequestValidationError',
  },
  credit_payment_method_missing: {
    status: 402,
    message: 'There is no card to charge. Add one first.',
    error: 'PaymentMethodMissing',
  },
  credit_purchase_under_way: {
    status: 409,
    message: 'Credits of this meter are being paid. Try again in a moment.',
    error: 'CreditPurchaseUnderWay',
  },
  credit_quote_outdated: {
    status: 409,
    message: 'It costs {amount} now, more than was shown. Check it, and try again.',
    error: 'QuoteOutdated',
  },
} as const satisfies Record<string, RefusalEntry>
