import { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { jsonText } from '../../../../platform/database/json.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { RefundRequest, RefundSnapshot } from '../../rules/processor.ts'
import {
  findIntentByKey,
  insertRefund,
  listRefunds,
  lockIntent,
  type SandboxRefundRow,
} from '../../store/sandbox.ts'
import type { SandboxDeps } from './deps.ts'
import { sendEvent } from './send-event.ts'

const rejected = (failureReason: string): RefundSnapshot => ({
  processorId: null,
  status: 'failed',
  failureReason,
})

/** Refunds never exceed the charge: concurrent ones wait at the intent. */
export async function refundInSandbox(
  deps: SandboxDeps,
  request: RefundRequest,
): Promise<RefundSnapshot> {
  const { organizationId, key, amount, metadata } = request
  const intentKey = { organizationId, id: z.parse(idOf('sandboxIntent'), request.processorId) }
  const { isRefundSlow, callsAfterAnswer, callsLater } = deps.behavior
  return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const intent = await lockIntent(uow.tx, intentKey)
    assert(intent !== undefined, 'only charged intents are refunded')
    const refunds = await listRefunds(uow.tx, intentKey)
    const before = refunds.find(({ idempotencyKey }) => idempotencyKey === key)
    if (before !== undefined) return refundSnapshot(before)
    const other = await findIntentByKey(uow.tx, organizationId, key)
    assert(other === undefined, 'an idempotency key identifies one call')
    const left = refunds.reduce((rest, one) => rest - one.amount, intent.amount ?? 0)
    if (intent.status !== 'succeeded' || amount > left) return rejected('charge_already_refunded')
    const refund = await insertRefund(uow.tx, {
      organizationId,
      id: uow.newId('sandboxRefund'),
      idempotencyKey: key,
      intentId: intent.id,
      status: isRefundSlow ? 'pending' : 'succeeded',
      amount,
      failureReason: null,
      metadata: jsonText({ ...metadata }),
      createdAt: uow.now,
    })
    const event = { about: 'refund', organizationId, processorId: refund.id } as const
    const times = isRefundSlow ? callsLater : callsAfterAnswer
    sendEvent(uow, deps.behavior, { ...event, times })
    return refundSnapshot(refund)
  })
}

const refundSnapshot = ({ id, status, failureReason }: SandboxRefundRow): RefundSnapshot => ({
  processorId: id,
  status: z.parse(RefundStatus, status),
  failureReason,
})
