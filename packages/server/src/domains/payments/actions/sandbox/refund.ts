import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import { jsonText } from '../../../../platform/database/json.ts'
import { work } from '../../../../platform/work.ts'
import type { RefundSeen, RefundWish } from '../../rules/processor.ts'
import {
  insertRefund,
  listRefunds,
  lockIntent,
  type SandboxRefundRow,
} from '../../store/sandbox.ts'
import { callBack } from './call-back.ts'
import type { SandboxParts } from './parts.ts'

const turnedAway = (failureReason: string): RefundSeen => ({
  processorId: null,
  status: 'failed',
  failureReason,
})

/** Never more than came, whoever asks at once: they stand in line at the intent. */
export async function refundInSandbox(parts: SandboxParts, wish: RefundWish): Promise<RefundSeen> {
  const { organizationId, key, amount, metadata } = wish
  const intentKey = { organizationId, id: z.parse(idOf('sandboxIntent'), wish.processorId) }
  const { isRefundSlow, callsAfterAnswer, callsLater } = parts.manners
  return work(parts.workshop, {}, async (unit) => {
    const intent = await lockIntent(unit.tx, intentKey)
    assert(intent !== undefined, 'only what was charged goes back')
    const refunds = await listRefunds(unit.tx, intentKey)
    const before = refunds.find(({ idempotencyKey }) => idempotencyKey === key)
    if (before !== undefined) return refundSeen(before)
    const left = refunds.reduce((rest, one) => rest - one.amount, intent.amount ?? 0)
    if (intent.status !== 'succeeded' || amount > left) return turnedAway('charge_already_refunded')
    const refund = await insertRefund(unit.tx, {
      organizationId,
      id: unit.newId('sandboxRefund'),
      idempotencyKey: key,
      intentId: intent.id,
      status: isRefundSlow ? 'pending' : 'succeeded',
      amount,
      failureReason: null,
      metadata: jsonText({ ...metadata }),
      createdAt: unit.now,
    })
    const call = { about: 'refund', organizationId, processorId: refund.id } as const
    const times = isRefundSlow ? callsLater : callsAfterAnswer
    callBack(unit, parts.manners, { ...call, times })
    return refundSeen(refund)
  })
}

const Status = z.enum(['pending', 'succeeded', 'failed'])

const refundSeen = ({ id, status, failureReason }: SandboxRefundRow): RefundSeen => ({
  processorId: id,
  status: z.parse(Status, status),
  failureReason,
})
