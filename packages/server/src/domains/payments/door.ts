export { isUnavailable } from './actions/call-processor.ts'
export { cancelPayments } from './actions/cancel-payments.ts'
export { keepCardsOfPurchase, removeCardsOfPurchase } from './actions/cards-of-purchase.ts'
export {
  attachPayment,
  attachPayments,
  createPayment,
  createPayments,
  type PaymentInput,
} from './actions/create-payment.ts'
export { createSetUp } from './actions/create-set-up.ts'
export type { PaymentDeps } from './actions/deps.ts'
export { fetchTransactions } from './actions/fetch-transactions.ts'
export { methodsToCharge } from './actions/methods-to-charge.ts'
export { openProcessors, openStripeProcessor, withSlowRefunds } from './actions/open-processors.ts'
export { authenticationOf, recordOutcome } from './actions/record-outcome.ts'
export { refundPayment } from './actions/refund-payment.ts'
export {
  decideSandboxDisputes,
  nextSandboxDecision,
} from './actions/sandbox/due-disputes.ts'
export {
  attemptPayment,
  cancelPayment,
  paymentOutcome,
  recordPaymentOutcome,
  submitPayment,
} from './actions/submit-payment.ts'
export { submitPayments } from './actions/submit-payments.ts'
export { cancelSetUp, submitSetUp } from './actions/submit-set-up.ts'
export { presentMethod } from './present/method.ts'
export { readConfirmationToken } from './rules/confirmation-token.ts'
export type { PaymentOutcome, SetUpOutcome } from './rules/outcome.ts'
export type {
  BalanceTransaction,
  IntentSnapshot,
  ListedTransaction,
  OfPayment,
  Processor,
  TransactionPage,
} from './rules/processor.ts'
export { processorUrl } from './rules/processor-url.ts'
export type { PaymentMethodRow } from './store/methods.ts'
export { findPayments } from './store/payment-batch.ts'
export { findPayment, findPaymentsOf, firstPaymentAt, type PaymentRow } from './store/payments.ts'
export { disputesToDecide } from './store/sandbox-disputes.ts'
