import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { isStep } from './lifecycles.ts'

/** The state of a refund at the processor. */
export interface RefundUpdate {
  readonly status: RefundStatus
  readonly processorId: string | null
  readonly failureReason: string | null
}

interface KnownState {
  readonly status: RefundStatus
  readonly processorId: string | null
  /** Null until the processor’s first answer. */
  readonly answeredAt: Date | null
}

export interface RefundStep extends RefundUpdate {
  readonly answeredAt: Date
  /** Whether this is the processor’s first answer. */
  readonly isFirst: boolean
}

/**
 * What an update changes; null where it changes nothing. Answers and webhooks may report the same
 * state, in any order and repeatedly: the first report counts, and after it each step forward.
 */
export function decideStep(refund: KnownState, update: RefundUpdate, now: Date): RefundStep | null {
  const isFirst = refund.answeredAt === null
  if (!isFirst && !isStep(refund.status, update.status)) return null
  const isOver = update.status === 'failed' || update.status === 'canceled'
  return {
    status: update.status,
    processorId: refund.processorId ?? update.processorId,
    failureReason: isOver ? update.failureReason : null,
    answeredAt: refund.answeredAt ?? now,
    isFirst,
  }
}
