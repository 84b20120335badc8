import { refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import { expect, test } from 'vitest'
import { standingOf } from './dispute.ts'
import type { RefundStatus } from './lifecycles.ts'
import { decideStep } from './refund-news.ts'

const then = new Date('2026-11-01T00:00:00Z')
const now = new Date('2026-11-02T00:00:00Z')

const begun = { status: 'pending', processorId: null, answeredAt: null } as const
const news = (status: RefundStatus) => ({ status, processorId: 're_1', failureReason: 'declined' })

test.each(refundStatuses)('the first word of a refund counts, also that it is %s', (status) => {
  const isOver = status === 'failed' || status === 'canceled'
  expect(decideStep(begun, news(status), now)).toEqual({
    status,
    processorId: 're_1',
    failureReason: isOver ? 'declined' : null,
    answeredAt: now,
    isFirst: true,
  })
})

test('afterwards only a step on counts, and the first name stays', () => {
  const known = { status: 'succeeded', processorId: 're_0', answeredAt: then } as const
  expect(decideStep(known, news('failed'), now)).toEqual({
    status: 'failed',
    processorId: 're_0',
    failureReason: 'declined',
    answeredAt: then,
    isFirst: false,
  })
  expect(decideStep(known, news('succeeded'), now)).toBeNull()
  expect(decideStep(known, news('pending'), now)).toBeNull()
  const failed = { ...known, status: 'failed' } as const
  for (const status of refundStatuses) expect(decideStep(failed, news(status), now)).toBeNull()
})

test.each([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_needs_response', null],
  ['warning_closed', null],
  ['prevented', null],
])('a dispute that is %s stands as %s', (status, expected) => {
  expect(standingOf(status)).toBe(expected)
})
