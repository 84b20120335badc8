import { expect, test } from 'vitest'
import { fixed, on, product, subscribed } from '../../../../test/subscription-facts.ts'
import { dueStep, nextDueAt } from './due.ts'
import type { SubscriptionFacts } from './facts.ts'

const facts = subscribed(product('Basic', [fixed(3000)]), on('2030-04-01'))
const overdue = { ...facts, status: 'past_due' } as const

test.each<[string, SubscriptionFacts, string | null, string | null]>([
  ['a trial', { ...facts, status: 'trialing' }, 'renew', '2030-05-01'],
  ['an active one', facts, 'renew', '2030-05-01'],
  ['one kept past due', overdue, 'renew', '2030-05-01'],
  ['one to try again', { ...overdue, nextAttemptAt: on('2030-04-03') }, 'attempt', '2030-04-03'],
  [
    'one whose grace ends first',
    { ...overdue, nextAttemptAt: on('2030-04-03'), graceEndsAt: on('2030-04-02') },
    'end_grace',
    '2030-04-02',
  ],
  [
    'a payment before all that ends with it',
    {
      ...overdue,
      nextAttemptAt: on('2030-05-01'),
      graceEndsAt: on('2030-05-01'),
      lastResortAt: on('2030-05-01'),
    },
    'attempt',
    '2030-05-01',
  ],
  [
    'the end of grace before that of everything',
    { ...overdue, graceEndsAt: on('2030-05-01'), lastResortAt: on('2030-05-01') },
    'end_grace',
    '2030-05-01',
  ],
  [
    'the end of everything before another period',
    { ...overdue, lastResortAt: on('2030-05-01') },
    'last_resort',
    '2030-05-01',
  ],
  [
    'an incomplete one',
    { ...facts, status: 'incomplete', incompleteUntil: on('2030-04-02') },
    'expire',
    '2030-04-02',
  ],
  ['an unpaid one', { ...facts, status: 'unpaid' }, null, null],
  ['a canceled one', { ...facts, status: 'canceled' }, null, null],
  ['an expired one', { ...facts, status: 'incomplete_expired' }, null, null],
])('%s', (_what, given, step, at) => {
  const due = at === null ? null : on(at)
  const before = new Date((due ?? on('2099-01-01')).getTime() - 1)
  expect(nextDueAt(given)).toEqual(due)
  expect(dueStep(given, due ?? on('2099-01-01'))).toBe(step)
  expect(dueStep(given, before)).toBeNull()
})
