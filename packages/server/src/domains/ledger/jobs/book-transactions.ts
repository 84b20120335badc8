import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { isUnavailable } from '../../payments/actions/call-processor.ts'
import { fetchTransactions } from '../../payments/actions/fetch-transactions.ts'
import { findPayment } from '../../payments/store/payments.ts'
import { bookTransactions } from '../actions/book-transactions.ts'
import type { LedgerDeps } from '../actions/deps.ts'

/**
 * Books the fee of a charge, a refund or a dispute. Stripe lists a charge some seconds after the
 * payment, at times an hour; until then the job is retried.
 */
export const bookTransactionsJob: JobDefinition<LedgerDeps> = job({
  name: 'ledger.book_transactions',
  payload: z.object({
    organizationId,
    paymentId,
    about: z.enum(['charge', 'refund', 'dispute']),
    processorId: z.string(),
  }),
  on: [
    when('processor_charge.reported', ['paymentId', 'processorId'], (event) => [
      { payload: payloadOf('charge', event) },
    ]),
    when('processor_refund.reported', ['paymentId', 'processorId'], (event) => [
      { payload: payloadOf('refund', event) },
    ]),
    when('dispute.reported', ['paymentId', 'processorId'], (event) => [
      { payload: payloadOf('dispute', event) },
    ]),
  ],
  async run(deps: LedgerDeps, { organizationId: organization, paymentId: payment, ...subject }) {
    const key = { organizationId: organization, paymentId: payment }
    const found = await findPayment(deps.uowFactory.database.kysely, key)
    assert(found !== undefined, 'payments are never deleted')
    if (found.processor === 'sandbox') return
    const hasOrder = found.orderId !== null || found.status !== 'succeeded'
    assert(hasOrder, 'the payment has no order yet; the job is retried')
    const fetched = await fetchTransactions(deps, found, subject)
    if (isUnavailable(fetched)) throw new Error('Stripe is unavailable; the job is retried')
    const { transactions, isIncomplete } = fetched
    if (transactions.length > 0) {
      await runUnitOfWork(deps.uowFactory, { organizationId: organization }, (uow) =>
        bookTransactions(uow, found, transactions),
      )
    }
    if (isIncomplete) throw new Error('Stripe lists no transaction yet; the job is retried')
  },
})

const payloadOf = <A extends 'charge' | 'refund' | 'dispute', E extends Reported>(
  about: A,
  { organizationId: organization, payload }: E,
) => ({ organizationId: organization, about, ...payload })

interface Reported {
  readonly organizationId: z.output<typeof organizationId>
  readonly payload: {
    readonly paymentId: z.output<typeof paymentId>
    readonly processorId: string
  }
}
