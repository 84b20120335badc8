import type { DisputeStatus } from '@guildhall/contract/orders/dispute-shapes'
import { describe, expect, it, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { type DisputeReport, decideReport, disputeLifecycle, disputeStatusOf } from './dispute.ts'

const [monday, tuesday, friday] = [4, 5, 8].map((day) => new Date(Date.UTC(2030, 2, day)))

const report = (status: DisputeStatus, rest: Partial<DisputeReport> = {}): DisputeReport => ({
  status,
  reason: 'fraudulent',
  evidenceDueBy: null,
  reportedAt: monday ?? null,
  ...rest,
})

test.each([
  ['needs_response', 'needs_response'],
  ['under_review', 'under_review'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'prevented'],
  ['warning_needs_response', 'early_warning'],
  ['warning_under_review', 'early_warning'],
  ['warning_closed', 'prevented'],
  ['charge_refunded', 'needs_response'],
])('the processor’s %s is %s', (status, expected) => {
  expect(disputeStatusOf(status)).toBe(expected)
})

test('every status is reached, and the ends are final', () => {
  expect(lifecycleFaults(disputeLifecycle)).toEqual([])
})

describe('a report', () => {
  it.each([
    ['early_warning', 'needs_response'],
    ['early_warning', 'prevented'],
    ['prevented', 'needs_response'],
    ['needs_response', 'under_review'],
    ['needs_response', 'lost'],
    ['under_review', 'won'],
  ] as const)('moves %s to %s, also when it is late', (from, to) => {
    const later = report(from, { reportedAt: tuesday ?? null })
    expect(decideReport(later, report(to))).toMatchObject({ status: to })
  })

  it.each([
    ['won', 'needs_response'],
    ['won', 'lost'],
    ['lost', 'won'],
    ['under_review', 'needs_response'],
    ['needs_response', 'early_warning'],
    ['needs_response', 'prevented'],
    ['prevented', 'early_warning'],
    ['won', 'won'],
  ] as const)('never moves %s to %s', (from, to) => {
    expect(decideReport(report(from), report(to, { reportedAt: friday ?? null }))).toBeNull()
  })

  it('changes the deadline, unless a later one is known', () => {
    const known = report('needs_response', { reportedAt: tuesday ?? null })
    const due = { evidenceDueBy: friday ?? null }
    expect(decideReport(known, report('needs_response', due))).toBeNull()
    const newer = report('needs_response', { ...due, reportedAt: friday ?? null })
    expect(decideReport(known, newer)).toMatchObject(due)
  })

  it('keeps what it doesn’t say', () => {
    const known = report('needs_response', { evidenceDueBy: friday ?? null })
    const silent = report('under_review', { reason: null, reportedAt: tuesday ?? null })
    expect(decideReport(known, silent)).toEqual({
      status: 'under_review',
      reason: 'fraudulent',
      evidenceDueBy: friday,
    })
  })
})
