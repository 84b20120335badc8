export {
  attachPayment,
  beginPayment,
  type PaymentToBegin,
} from './actions/begin-payment.ts'
export {
  cancelPayment,
  carryOutPayment,
  chargePayment,
  notePayment,
  paymentOutcome,
} from './actions/carry-out-payment.ts'
export { authenticationOf, noteOutcome } from './actions/note-outcome.ts'
export { openProcessors } from './actions/open-processors.ts'
export type { PaymentParts } from './actions/parts.ts'
export { paymentTimeline } from './actions/payment-timeline.ts'
export { refundPayment } from './actions/refund-payment.ts'
export { readConfirmationToken } from './rules/confirmation-token.ts'
export type { IntentSeen } from './rules/processor.ts'
export { findPayment, findPaymentsOf, type PaymentRow } from './store/payments.ts'
