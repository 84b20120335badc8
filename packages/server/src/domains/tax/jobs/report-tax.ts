import { id, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { add } from '../../../kernel/money.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { TaxDeps } from '../actions/deps.ts'
import { reportReversal, reportSale } from '../actions/stripe/report-transactions.ts'

const Sale = z.object({ organizationId: id('organization'), orderId: id('order') })

export const reportTaxedSale: JobDefinition<TaxDeps> = job({
  name: 'tax.report_sale',
  payload: Sale,
  on: [
    when('tax_sale.recorded', [], ({ organizationId, object }) => [
      { payload: { organizationId, orderId: object.id } },
    ]),
  ],
  run: reportSale,
})

export const reportTaxedRefund: JobDefinition<TaxDeps> = job({
  name: 'tax.report_refund',
  payload: z.extend(Sale, { refundId: id('refund'), total: minorUnits }),
  on: [
    when(
      ['refund.created', 'refund.updated'],
      ['status', 'orderId', 'amount', 'taxAmount'],
      ({ organizationId, object, payload: { status, orderId, amount, taxAmount } }) =>
        status === 'succeeded'
          ? [
              {
                payload: {
                  organizationId,
                  orderId,
                  refundId: object.id,
                  total: add(amount, taxAmount),
                },
              },
            ]
          : [],
    ),
  ],
  run: (deps: TaxDeps, { refundId: id, ...refund }) =>
    reportReversal(deps, { ...refund, kind: 'refund', id }),
})

export const reportTaxedCredit: JobDefinition<TaxDeps> = job({
  name: 'tax.report_credit',
  payload: z.extend(Sale, { itemId: id('orderItem'), total: minorUnits }),
  on: [
    when(
      'tax_reversal.recorded',
      ['orderId', 'total'],
      ({ organizationId, object, payload: { orderId, total } }) => [
        { payload: { organizationId, orderId, itemId: object.id, total } },
      ],
    ),
  ],
  run: (deps: TaxDeps, { itemId, ...credit }) =>
    reportReversal(deps, { ...credit, kind: 'credit', id: itemId }),
})

/** An open dispute may still be won, so its tax is reported when it is lost. */
export const reportLostDispute: JobDefinition<TaxDeps> = job({
  name: 'tax.report_dispute',
  payload: z.extend(Sale, { disputeId: id('dispute'), total: minorUnits }),
  on: [
    when(
      ['dispute.created', 'dispute.updated'],
      ['status', 'orderId', 'amount', 'taxAmount'],
      ({ organizationId, object, payload: { status, orderId, amount, taxAmount } }) => {
        const total = add(amount, taxAmount)
        return status === 'lost' && total > 0
          ? [{ payload: { organizationId, orderId, disputeId: object.id, total } }]
          : []
      },
    ),
  ],
  run: (deps: TaxDeps, { disputeId, ...dispute }) =>
    reportReversal(deps, { ...dispute, kind: 'dispute', id: disputeId }),
})
