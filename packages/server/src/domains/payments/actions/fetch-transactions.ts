import type { SubjectTransactions, TransactionSubject, Unavailable } from '../rules/processor.ts'
import type { PaymentRow } from '../store/payments.ts'
import { callProcessor } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'

/** What the processor reports about its balance for one charge, refund or dispute. */
export const fetchTransactions = (
  deps: Pick<PaymentDeps, 'processors' | 'log'>,
  payment: Pick<PaymentRow, 'processor' | 'id'>,
  subject: TransactionSubject,
): Promise<SubjectTransactions | Unavailable> =>
  callProcessor(deps, payment, (processor) => processor.fetchTransactions(subject))
