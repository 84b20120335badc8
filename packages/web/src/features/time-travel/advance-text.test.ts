import { describe, expect, test } from 'vitest'
import { daysOf, endingsText, happenedText, summaryOf } from './advance-text.ts'
import { periodEndsMax } from './period-ends-query.ts'

const at = (day: number) => new Date(2027, 3, day, 12)

const advance = [
  { at: at(1), what: 'order.created', count: 2 },
  { at: at(1), what: 'order.paid', count: 1 },
  { at: at(1), what: 'customer.state_changed', count: 2 },
  { at: at(3), what: 'payment.failed', count: 1 },
  { at: at(3), what: 'order.paid', count: 1 },
  { at: at(3), what: 'order.paid', count: 3 },
]

test.each([
  ['order.paid', 1, '1 order paid'],
  ['order.paid', 1200, '1,200 orders paid'],
  ['benefit_grant.created', 2, '2 × benefit_grant.created'],
])('%s, %i times: “%s”', (what, count, expected) => {
  expect(happenedText(what, count)).toBe(expected)
})

describe('an advance', () => {
  test('is summarized in a line', () => {
    expect(summaryOf(advance)).toBe('2 orders placed, 5 orders paid, 1 payment failed.')
    expect(summaryOf([])).toBe('Nothing was due.')
  })

  test('is listed by day', () => {
    expect(daysOf(advance)).toEqual([
      { day: '1 Apr 2027', lines: ['2 orders placed', '1 order paid'] },
      { day: '3 Apr 2027', lines: ['1 payment failed', '4 orders paid'] },
    ])
  })
})

test.each([
  ['none', [], 'No subscription’s period ends until then.'],
  ['later ones', [at(4)], 'No subscription’s period ends until then.'],
  ['one', [at(3), at(4)], 'Until then, the period of one subscription ends.'],
  ['several', [at(1), at(2), at(9)], 'Until then, the periods of 2 subscriptions end.'],
  [
    'more than a page',
    Array.from({ length: periodEndsMax }, () => at(1)),
    'Until then, the periods of 100 or more subscriptions end.',
  ],
])('what is due of %s', (_title, ends, expected) => {
  expect(endingsText(ends, at(3))).toBe(expected)
})
