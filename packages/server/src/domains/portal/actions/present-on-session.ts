import type { PaymentOutcome } from '../../payments/rules/outcome.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'

type Charged = Pick<PaymentRow, 'amount' | 'currency'>

/** How far a payment is whose payer is present. */
export function presentOnSession({ amount, currency }: Charged, outcome: PaymentOutcome) {
  const charged = { amount, currency, clientSecret: null, declineMessage: null }
  switch (outcome.status) {
    case 'succeeded':
    case 'pending':
      return { ...charged, status: outcome.status }
    case 'needs_action':
      return { ...charged, status: 'requires_action', clientSecret: outcome.clientSecret } as const
    case 'failed':
      return { ...charged, status: outcome.status, declineMessage: outcome.message }
  }
}
