import { expect, test } from 'vitest'
import { stateOf } from '#/entities/subscription/subscription-state.ts'
import { periodText } from './period-text.ts'

const now = new Date(2027, 2, 14, 12)

type Facts = Parameters<typeof periodText>[0]

const subscriptionWith = (facts: Partial<Facts>): Facts => ({
  status: 'active',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: new Date(2027, 2, 20, 12),
  endedAt: null,
  renewalsPausedAt: null,
  ...facts,
})

test.each([
  [{}, 'active', 'Renews in 6 days'],
  [{ status: 'past_due' }, 'past_due', 'Renews in 6 days'],
  [{ status: 'trialing' }, 'trialing', 'Trial ends in 6 days'],
  [{ cancelAtPeriodEnd: true }, 'ending', 'Ends in 6 days'],
  [{ status: 'trialing', cancelAtPeriodEnd: true }, 'ending', 'Ends in 6 days'],
  [{ status: 'unpaid' }, 'unpaid', 'Doesn’t renew'],
  [{ renewalsPausedAt: now }, 'paused', 'Period ends in 6 days, renewals are paused'],
  [{ renewalsPausedAt: now, cancelAtPeriodEnd: true }, 'ending', 'Ends in 6 days'],
  [
    { renewalsPausedAt: now, status: 'past_due' },
    'past_due',
    'Period ends in 6 days, renewals are paused',
  ],
  [{ renewalsPausedAt: now, status: 'unpaid' }, 'paused', 'Doesn’t renew'],
  [
    { status: 'canceled', cancelAtPeriodEnd: true, endedAt: new Date(2027, 2, 1, 12) },
    'canceled',
    'Ended on 1 Mar 2027',
  ],
] as const)('with %j it is %s: %s', (facts, state, expected) => {
  const subscription = subscriptionWith(facts)
  expect(stateOf(subscription)).toBe(state)
  expect(periodText(subscription, now)).toBe(expected)
})
