import { type RefundStatus, refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import { expect, test } from 'vitest'
import { decideStep } from './refund-update.ts'

const then = new Date('2026-11-01T00:00:00Z')
const now = new Date('2026-11-02T00:00:00Z')

const created = { status: 'pending', processorId: null, answeredAt: null } as const
const update = (status: RefundStatus) => ({
  status,
  processorId: 're_1',
  failureReason: 'declined',
})

test.each(refundStatuses)('the first answer counts, also %s', (status) => {
  const isOver = status === 'failed' || status === 'canceled'
  expect(decideStep(created, update(status), now)).toEqual({
    status,
    processorId: 're_1',
    failureReason: isOver ? 'declined' : null,
    answeredAt: now,
    isFirst: true,
  })
})

test('later only steps forward count, and the first processor id stays', () => {
  const known = { status: 'succeeded', processorId: 're_0', answeredAt: then } as const
  expect(decideStep(known, update('failed'), now)).toEqual({
    status: 'failed',
    processorId: 're_0',
    failureReason: 'declined',
    answeredAt: then,
    isFirst: false,
  })
  expect(decideStep(known, update('succeeded'), now)).toBeNull()
  expect(decideStep(known, update('pending'), now)).toBeNull()
  const failed = { ...known, status: 'failed' } as const
  for (const status of refundStatuses) expect(decideStep(failed, update(status), now)).toBeNull()
})
