export {
  attachPayment,
  attachPayments,
  beginPayment,
  beginPayments,
  type PaymentToBegin,
} from './actions/begin-payment.ts'
export { beginSetUp } from './actions/begin-set-up.ts'
export {
  cancelPayment,
  carryOutPayment,
  notePayment,
  type PaymentOutcome,
  paymentOutcome,
  tryPayment,
} from './actions/carry-out-payment.ts'
export { carryOutPayments } from './actions/carry-out-payments.ts'
export { cancelSetUp, carryOutSetUp, type SetUpOutcome } from './actions/carry-out-set-up.ts'
export { methodsToCharge } from './actions/methods-to-charge.ts'
export { authenticationOf, noteOutcome } from './actions/note-outcome.ts'
export { openProcessors, withSlowRefunds } from './actions/open-processors.ts'
export type { LeavingMethod, PaymentParts } from './actions/parts.ts'
export { paymentTimeline } from './actions/payment-timeline.ts'
export { refundPayment } from './actions/refund-payment.ts'
export { readConfirmationToken } from './rules/confirmation-token.ts'
export type { IntentSeen } from './rules/processor.ts'
export type { PaymentMethodRow } from './store/methods.ts'
export { findPayments } from './store/payment-batch.ts'
export { findPayment, findPaymentsOf, type PaymentRow } from './store/payments.ts'
