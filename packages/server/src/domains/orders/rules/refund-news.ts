import type { RefundStatus } from './lifecycles.ts'
import { isStep } from './lifecycles.ts'

/** A refund as the processor has it. */
export interface RefundNews {
  readonly status: RefundStatus
  readonly processorId: string | null
  readonly failureReason: string | null
}

interface KnownState {
  readonly status: RefundStatus
  readonly processorId: string | null
  /** Null until the processor said anything of it. */
  readonly answeredAt: Date | null
}

export interface RefundStep extends RefundNews {
  readonly answeredAt: Date
  /** Whether it’s the first that is heard of it. */
  readonly isFirst: boolean
}

/**
 * What the news changes; null where it’s none any more. Whoever asked and whoever calls back tell
 * the same, in any order and as often as they like: the first word counts, and then each step on.
 */
export function decideStep(refund: KnownState, news: RefundNews, now: Date): RefundStep | null {
  const isFirst = refund.answeredAt === null
  if (!isFirst && !isStep(refund.status, news.status)) return null
  const isOver = news.status === 'failed' || news.status === 'canceled'
  return {
    status: news.status,
    processorId: refund.processorId ?? news.processorId,
    failureReason: isOver ? news.failureReason : null,
    answeredAt: refund.answeredAt ?? now,
    isFirst,
  }
}
