import { describe, expect, test } from 'vitest'
import {
  fixed,
  off,
  on,
  otherDiscount,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import { planActivation, planUpgrade } from './beginning.ts'
import {
  planCancel,
  planExpiry,
  planLeavingWords,
  planRevoke,
  planUncancel,
} from './cancellation.ts'
import { planDiscountChange } from './discount-change.ts'
import {
  defaultDunning,
  planFailedAttempt,
  planGraceEnd,
  planLastResort,
  planRecovery,
} from './dunning.ts'
import type { Plan, SubscriptionFacts } from './facts.ts'
import { planChange, planPendingCleared } from './plan-change.ts'
import { planRenewal } from './renewal.ts'
import { planTrialEnd } from './trial.ts'

// Every state × every action, each at an instant at which the action could be due.

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

const begun = on('2030-04-01')
const today = on('2030-04-16')
const late = on('2030-06-01')

const accepted = (decision: Plan | Refusal): SubscriptionFacts => {
  if (isRefused(decision)) throw new Error(decision.refused)
  return decision.after
}

const active = subscribed(basic, begun)
const trialing = subscribed(basic, begun, { trialEnd: on('2030-05-01') })
const pastDue = accepted(planFailedAttempt(active, defaultDunning, { isHard: false }, begun))
const unpaidPolicy = { ...defaultDunning, finalAction: 'unpaid' } as const

const states = {
  incomplete: subscribed(basic, begun, { isPaid: false }),
  trialing,
  'trialing…': accepted(planCancel(trialing, {}, begun)),
  active,
  'active…': accepted(planCancel(active, {}, begun)),
  past_due: pastDue,
  unpaid: accepted(planLastResort(pastDue, unpaidPolicy, on('2030-04-22'))),
  canceled: accepted(planRevoke(active, {}, begun)),
  incomplete_expired: accepted(
    planExpiry(subscribed(basic, begun, { isPaid: false }), on('2030-04-02')),
  ),
} satisfies Record<string, SubscriptionFacts>

type State = keyof typeof states

const change =
  (mode: 'invoice' | 'prorate' | 'next_period' | 'reset') => (facts: SubscriptionFacts) =>
    planChange(facts, { product: plus, mode }, today)
const fail = (isHard: boolean) => (facts: SubscriptionFacts) =>
  planFailedAttempt(facts, defaultDunning, { isHard }, today)
const lastly = (finalAction: 'cancel' | 'keep' | 'unpaid') => (facts: SubscriptionFacts) =>
  planLastResort(facts, { ...defaultDunning, finalAction }, late)

const actions = {
  renew: (facts) => planRenewal(facts, late),
  'change, invoiced': change('invoice'),
  'change, prorated': change('prorate'),
  'change, next period': change('next_period'),
  'change, reset': change('reset'),
  'clear what is to come': planPendingCleared,
  'change discount': (facts) => planDiscountChange(facts, off(500, { id: otherDiscount })),
  'end trial': (facts) => planTrialEnd(facts, { trialEnd: today }, today),
  'prolong trial': (facts) => planTrialEnd(facts, { trialEnd: late }, today),
  cancel: (facts) => planCancel(facts, { reason: 'unused' }, today),
  'say why': (facts) => planLeavingWords(facts, { reason: 'unused' }),
  uncancel: planUncancel,
  revoke: (facts) => planRevoke(facts, {}, today),
  fail: fail(false),
  'fail hard': fail(true),
  'be paid': (facts) => planRecovery(facts, { hasOpenOrders: false }, today),
  'be paid in part': (facts) => planRecovery(facts, { hasOpenOrders: true }, today),
  'end grace': (facts) => planGraceEnd(facts, late),
  'last resort: cancel': lastly('cancel'),
  'last resort: keep': lastly('keep'),
  'last resort: unpaid': lastly('unpaid'),
  activate: (facts) => planActivation(facts, today),
  expire: (facts) => planExpiry(facts, today),
  upgrade: (facts) =>
    planUpgrade(facts, { product: plus, chosenAmount: null, discount: null }, today),
} satisfies Record<string, (facts: SubscriptionFacts) => Plan | Refusal>

type Action = keyof typeof actions

const isAction = (name: string): name is Action => Object.hasOwn(actions, name)

/** What comes of it in a line: the refusal, or the state and what is told, ordered and given up. */
function told(decision: Plan | Refusal): string {
  if (isRefused(decision)) return decision.refused.replace('subscription_', 'refused: ')
  const { after, transitions, order, entries, givesUpOrders } = decision
  if (transitions.length === 0) return givesUpOrders ? 'nothing, gives up' : 'nothing'
  const state =
    after.cancelAtPeriodEnd && after.endedAt === null ? `${after.status}…` : after.status
  const parts = [state, transitions.join(' '), ...(order === null ? [] : ['order'])]
  return [
    ...parts,
    ...(entries.length > 0 ? ['waits'] : []),
    ...(givesUpOrders ? ['gives up'] : []),
  ]
    .join(' · ')
    .replace('updated', '+')
}

const table = {
  renew: {
    'refused: not_due': ['incomplete', 'unpaid', 'canceled', 'incomplete_expired'],
    'active · + · order': ['trialing', 'active'],
    'canceled · + revoked': ['trialing…', 'active…'],
    'past_due · + · order': ['past_due'],
  },
  'change, invoiced': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': ['trialing…', 'active…', 'canceled', 'incomplete_expired'],
    'active · + · order': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, prorated': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': ['trialing…', 'active…', 'canceled', 'incomplete_expired'],
    'active · + · waits': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, next period': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': ['trialing…', 'active…', 'canceled', 'incomplete_expired'],
    'active · +': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, reset': {
    'refused: incomplete': ['incomplete'],
    'active · + · order': ['trialing', 'active'],
    'refused: canceled': ['trialing…', 'active…', 'canceled', 'incomplete_expired'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'clear what is to come': {
    nothing: [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
  },
  'change discount': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'trialing… · +': ['trialing…'],
    'active · +': ['active'],
    'active… · +': ['active…'],
    'past_due · +': ['past_due'],
    'unpaid · +': ['unpaid'],
    'refused: canceled': ['canceled', 'incomplete_expired'],
  },
  'end trial': {
    'refused: trial_over': [
      'incomplete',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'active · + · order': ['trialing'],
    'refused: canceled': ['trialing…'],
  },
  'prolong trial': {
    'refused: trial_over': [
      'incomplete',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'trialing · +': ['trialing'],
    'refused: canceled': ['trialing…'],
  },
  cancel: {
    'refused: incomplete': ['incomplete'],
    'trialing… · + canceled': ['trialing'],
    'refused: canceled': ['trialing…', 'active…', 'canceled', 'incomplete_expired'],
    'active… · + canceled': ['active'],
    'canceled · + canceled revoked · gives up': ['past_due'],
    'canceled · + canceled · gives up': ['unpaid'],
  },
  'say why': {
    'refused: not_canceling': ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'],
    'trialing… · +': ['trialing…'],
    'active… · +': ['active…'],
    'refused: ended': ['canceled', 'incomplete_expired'],
  },
  uncancel: {
    'refused: not_canceling': ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'],
    'trialing · + uncanceled': ['trialing…'],
    'active · + uncanceled': ['active…'],
    'refused: ended': ['canceled', 'incomplete_expired'],
  },
  revoke: {
    'incomplete_expired · + · gives up': ['incomplete'],
    'canceled · + canceled revoked · gives up': ['trialing', 'active', 'past_due'],
    'canceled · + revoked · gives up': ['trialing…', 'active…'],
    'canceled · + canceled · gives up': ['unpaid'],
    'refused: canceled': ['canceled', 'incomplete_expired'],
  },
  fail: {
    nothing: ['incomplete', 'trialing', 'trialing…', 'unpaid'],
    'past_due · +': ['active', 'past_due'],
    'canceled · + revoked · gives up': ['active…'],
    'nothing, gives up': ['canceled', 'incomplete_expired'],
  },
  'fail hard': {
    nothing: ['incomplete', 'trialing', 'trialing…', 'unpaid'],
    'past_due · +': ['active', 'past_due'],
    'canceled · + revoked · gives up': ['active…'],
    'nothing, gives up': ['canceled', 'incomplete_expired'],
  },
  'be paid': {
    nothing: [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'canceled',
      'incomplete_expired',
    ],
    'active · + active': ['past_due', 'unpaid'],
  },
  'be paid in part': {
    nothing: [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
  },
  'end grace': {
    'refused: not_due': [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'past_due · + revoked': ['past_due'],
  },
  'last resort: cancel': {
    'refused: not_due': [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'canceled · + canceled revoked · gives up': ['past_due'],
  },
  'last resort: keep': {
    'refused: not_due': [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'past_due · + revoked': ['past_due'],
  },
  'last resort: unpaid': {
    'refused: not_due': [
      'incomplete',
      'trialing',
      'trialing…',
      'active',
      'active…',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
    'unpaid · + revoked': ['past_due'],
  },
  activate: {
    'active · + active': ['incomplete'],
    'refused: not_due': [
      'trialing',
      'trialing…',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
  },
  expire: {
    'incomplete_expired · + · gives up': ['incomplete'],
    'refused: not_due': [
      'trialing',
      'trialing…',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
    ],
  },
  upgrade: {
    'refused: past_due': ['incomplete', 'past_due', 'unpaid'],
    'active · +': ['trialing', 'active'],
    'active · + uncanceled': ['trialing…', 'active…'],
    'refused: ended': ['canceled', 'incomplete_expired'],
  },
} satisfies Record<Action, Record<string, readonly State[]>>

describe.each(Object.keys(actions).filter((name) => isAction(name)))('%s', (action) => {
  const rows = Object.entries<readonly State[]>(table[action])

  test.each(rows)('%s', (outcome, where) => {
    for (const state of where)
      expect([state, told(actions[action](states[state]))]).toEqual([state, outcome])
  })

  test('every state is in the table once', () => {
    const named = rows.flatMap(([, where]) => where)
    expect(named.toSorted()).toEqual(Object.keys(states).toSorted())
  })
})
