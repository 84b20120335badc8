import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

export const balanceRefusals = {
  balance_too_low: unprocessable('At most {amount} can be taken: this is the customer’s credit'),
  balance_not_payable: unprocessable(
    'At most {amount} can be paid out, as refunds of the payments that the credit came from. The ' +
      'rest came from no payment, or from one that can’t be refunded anymore.',
  ),
  customer_has_balance: {
    status: 409,
    message:
      'The balance of this customer is {balance}. Pay it out or adjust it, or delete the customer ' +
      'with `forfeit_balance`.',
    error: 'CustomerHasBalance',
  },
  customer_balance_reserved: {
    status: 409,
    message:
      'Credit of this customer is used by a payment that isn’t finished. Wait for it, or cancel the ' +
      'subscription that it pays for.',
    error: 'CustomerBalanceReserved',
  },
} as const satisfies Record<string, RefusalEntry>
