import { expect, test } from 'vitest'
import { fixed, on, product, subscribed } from '../../../../test/subscription-facts.ts'
import { dueStep, nextDueAt } from './due.ts'
import type { SubscriptionFacts } from './facts.ts'

const facts = subscribed(product('Basic', [fixed(3000)]), on('2030-04-01'))
const overdue = { ...facts, status: 'past_due' } as const

test.each<[string, SubscriptionFacts, string | null, string | null]>([
  ['a trial', { ...facts, status: 'trialing' }, 'renew', '2030-05-01'],
  ['an active one', facts, 'renew', '2030-05-01'],
  ['one that stays past due', overdue, 'renew', '2030-05-01'],
  [
    'one with a retry',
    { ...overdue, nextAttemptAt: on('2030-04-03') },
    'retry_payment',
    '2030-04-03',
  ],
  [
    'one whose grace ends first',
    { ...overdue, nextAttemptAt: on('2030-04-03'), graceEndsAt: on('2030-04-02') },
    'end_grace',
    '2030-04-02',
  ],
  [
    'a retry at the same time as everything else',
    {
      ...overdue,
      nextAttemptAt: on('2030-05-01'),
      graceEndsAt: on('2030-05-01'),
      finalActionAt: on('2030-05-01'),
    },
    'retry_payment',
    '2030-05-01',
  ],
  [
    'the end of grace at the same time as the final action',
    { ...overdue, graceEndsAt: on('2030-05-01'), finalActionAt: on('2030-05-01') },
    'end_grace',
    '2030-05-01',
  ],
  [
    'the final action at the same time as a renewal',
    { ...overdue, finalActionAt: on('2030-05-01') },
    'final_action',
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
])('the next step of %s', (_what, given, step, at) => {
  const due = at === null ? null : on(at)
  const before = new Date((due ?? on('2099-01-01')).getTime() - 1)
  expect(nextDueAt(given)).toEqual(due)
  expect(dueStep(given, due ?? on('2099-01-01'))).toBe(step)
  expect(dueStep(given, before)).toBeNull()
})
