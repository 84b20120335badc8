import { describe, expect, test } from 'vitest'
import {
  due,
  fixed,
  free,
  off,
  on,
  otherDiscount,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import {
  decideCancellation,
  decideExpiry,
  decideFeedback,
  decideRevocation,
  decideUncancellation,
} from './cancellation.ts'
import type { Decision } from './decision.ts'
import { decideDiscountChange } from './discount-change.ts'
import {
  decideFailedPayment,
  decideFinalAction,
  decideGraceEnd,
  decideRecovery,
} from './dunning.ts'
import { defaultDunning } from './dunning-days.ts'
import type { SubscriptionFacts } from './facts.ts'
import { decidePendingChangeRemoval, decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'
import { decideActivation, decideUpgrade } from './start.ts'
import { decideTrialEnd } from './trial.ts'

// Every state × every action, at a time when the action could be due.

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

const startDay = on('2030-04-01')
const today = on('2030-04-16')
const late = on('2030-06-01')

const accepted = (decision: Decision | Refusal): SubscriptionFacts => {
  if (isRefused(decision)) throw new Error(decision.refused)
  return decision.after
}

const active = subscribed(basic, startDay)
const trialing = subscribed(basic, startDay, { trialEnd: on('2030-05-01') })
const pastDue = accepted(decideFailedPayment(active, defaultDunning, { isHard: false }, startDay))
const unpaidPolicy = { ...defaultDunning, finalAction: 'unpaid' } as const

const canceled = accepted(decideRevocation(active, {}, startDay))
const failedToday = (facts: SubscriptionFacts) =>
  accepted(decideFailedPayment(facts, defaultDunning, { isHard: false }, startDay))

const given = subscribed(product('None', [free()]), startDay)

const states = {
  incomplete: subscribed(basic, startDay, { isPaid: false }),
  trialing,
  'trialing…': accepted(decideCancellation(trialing, {}, startDay)),
  active,
  'active…': accepted(decideCancellation(active, {}, startDay)),
  past_due: pastDue,
  'past_due…': failedToday(accepted(decideCancellation(active, {}, startDay))),
  unpaid: due(decideFinalAction(pastDue, unpaidPolicy, on('2030-04-22'))).after,
  canceled,
  /** Its last payment is overdue. */
  owing: failedToday(canceled),
  incomplete_expired: due(
    decideExpiry(subscribed(basic, startDay, { isPaid: false }), on('2030-04-02')),
  ).after,
} satisfies Record<string, SubscriptionFacts>

type State = keyof typeof states

const change =
  (mode: 'invoice' | 'prorate' | 'next_period' | 'reset') => (facts: SubscriptionFacts) =>
    decideProductChange(facts, { product: plus, mode }, today)
const fail = (isHard: boolean) => (facts: SubscriptionFacts) =>
  decideFailedPayment(facts, defaultDunning, { isHard }, today)
const takeFinalAction = (finalAction: 'cancel' | 'keep' | 'unpaid') => (facts: SubscriptionFacts) =>
  decideFinalAction(facts, { ...defaultDunning, finalAction }, late)

const actions = {
  renew: (facts) => decideRenewal(facts, late),
  'change, invoiced': change('invoice'),
  'change, prorated': change('prorate'),
  'change, next period': change('next_period'),
  'change, reset': change('reset'),
  'remove pending change': decidePendingChangeRemoval,
  'change discount': (facts) => decideDiscountChange(facts, off(500, { id: otherDiscount })),
  'end trial': (facts) => decideTrialEnd(facts, { trialEnd: today }, today),
  'extend trial': (facts) => decideTrialEnd(facts, { trialEnd: late }, today),
  cancel: (facts) => decideCancellation(facts, { reason: 'unused' }, today),
  'give feedback': (facts) => decideFeedback(facts, { reason: 'unused' }),
  uncancel: decideUncancellation,
  revoke: (facts) => decideRevocation(facts, {}, today),
  fail: fail(false),
  'fail hard': fail(true),
  recover: (facts) => decideRecovery(facts, { hasOpenOrders: false }, today),
  'recover in part': (facts) => decideRecovery(facts, { hasOpenOrders: true }, today),
  'end grace': (facts) => decideGraceEnd(facts, late),
  'final action: cancel': takeFinalAction('cancel'),
  'final action: keep': takeFinalAction('keep'),
  'final action: unpaid': takeFinalAction('unpaid'),
  activate: (facts) => decideActivation(facts, today),
  expire: (facts) => decideExpiry(facts, today),
  upgrade: (facts) =>
    decideUpgrade(
      { ...facts, prices: given.prices },
      { product: plus, chosenAmount: null, discount: null },
      today,
    ),
} satisfies Record<string, (facts: SubscriptionFacts) => Decision | Refusal | null>

type Action = keyof typeof actions

const isAction = (name: string): name is Action => Object.hasOwn(actions, name)

/** The decision in one line: the refusal, or the state, the transitions, and what is billed. */
function lineOf(decision: Decision | Refusal | null): string {
  if (decision === null) return 'not due'
  if (isRefused(decision)) return decision.refused.replace('subscription_', 'refused: ')
  const { after, transitions, order, entries, closesOrdersAs } = decision
  if (transitions.length === 0)
    return closesOrdersAs === null ? 'nothing' : `nothing, orders ${closesOrdersAs}`
  const state =
    after.cancelAtPeriodEnd && after.endedAt === null ? `${after.status}…` : after.status
  const parts = [state, transitions.join(' '), ...(order === null ? [] : ['order'])]
  return [
    ...parts,
    ...(entries.length > 0 ? ['entries wait'] : []),
    ...(closesOrdersAs === null ? [] : [`orders ${closesOrdersAs}`]),
  ]
    .join(' · ')
    .replace('updated', '+')
}

const notPastDue = [
  'incomplete',
  'trialing',
  'trialing…',
  'active',
  'active…',
  'unpaid',
  'canceled',
  'incomplete_expired',
] as const

const started = [
  'trialing',
  'trialing…',
  'active',
  'active…',
  'past_due',
  'past_due…',
  'unpaid',
  'canceled',
  'owing',
  'incomplete_expired',
] as const

const table = {
  renew: {
    'not due': ['incomplete', 'unpaid', 'canceled', 'incomplete_expired', 'owing'],
    'active · + · order': ['trialing', 'active'],
    'canceled · + revoked': ['trialing…', 'active…', 'past_due…'],
    'past_due · + · order': ['past_due'],
  },
  'change, invoiced': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': [
      'trialing…',
      'active…',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'active · + · order': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, prorated': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': [
      'trialing…',
      'active…',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'active · + · entries wait': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, next period': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'refused: canceled': [
      'trialing…',
      'active…',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'active · +': ['active'],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'change, reset': {
    'refused: incomplete': ['incomplete'],
    'active · + · order': ['trialing', 'active'],
    'refused: canceled': [
      'trialing…',
      'active…',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'refused: past_due': ['past_due', 'unpaid'],
  },
  'remove pending change': {
    nothing: [...notPastDue, 'past_due', 'past_due…', 'owing'],
  },
  'change discount': {
    'refused: incomplete': ['incomplete'],
    'trialing · +': ['trialing'],
    'trialing… · +': ['trialing…'],
    'active · +': ['active'],
    'active… · +': ['active…'],
    'past_due · +': ['past_due'],
    'unpaid · +': ['unpaid'],
    'refused: canceled': ['canceled', 'incomplete_expired', 'owing'],
    'past_due… · +': ['past_due…'],
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
      'past_due…',
      'owing',
    ],
    'active · + · order': ['trialing'],
    'refused: canceled': ['trialing…'],
  },
  'extend trial': {
    'refused: trial_over': [
      'incomplete',
      'active',
      'active…',
      'past_due',
      'unpaid',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'trialing · +': ['trialing'],
    'refused: canceled': ['trialing…'],
  },
  cancel: {
    'refused: incomplete': ['incomplete'],
    'trialing… · + canceled': ['trialing'],
    'refused: canceled': [
      'trialing…',
      'active…',
      'canceled',
      'incomplete_expired',
      'past_due…',
      'owing',
    ],
    'active… · + canceled': ['active'],
    'canceled · + canceled revoked · orders void': ['past_due'],
    'canceled · + canceled · orders void': ['unpaid'],
  },
  'give feedback': {
    'refused: not_canceling': ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'],
    'trialing… · +': ['trialing…'],
    'active… · +': ['active…'],
    'refused: ended': ['canceled', 'incomplete_expired', 'owing'],
    'past_due… · +': ['past_due…'],
  },
  uncancel: {
    'refused: not_canceling': ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'],
    'trialing · + uncanceled': ['trialing…'],
    'active · + uncanceled': ['active…'],
    'refused: ended': ['canceled', 'incomplete_expired', 'owing'],
    'past_due · + uncanceled': ['past_due…'],
  },
  revoke: {
    'incomplete_expired · + · orders void': ['incomplete'],
    'canceled · + canceled revoked · orders void': ['trialing', 'active', 'past_due'],
    'canceled · + revoked · orders void': ['trialing…', 'active…', 'past_due…'],
    'canceled · + canceled · orders void': ['unpaid'],
    'refused: canceled': ['canceled', 'incomplete_expired', 'owing'],
  },
  fail: {
    nothing: ['incomplete', 'trialing', 'trialing…', 'unpaid'],
    'past_due · +': ['active', 'past_due'],
    'past_due… · +': ['active…', 'past_due…'],
    'canceled · +': ['canceled', 'owing'],
    'nothing, orders void': ['incomplete_expired'],
  },
  'fail hard': {
    nothing: ['incomplete', 'trialing', 'trialing…', 'unpaid'],
    'past_due · +': ['active', 'past_due'],
    'past_due… · +': ['active…', 'past_due…'],
    'canceled · +': ['canceled', 'owing'],
    'nothing, orders void': ['incomplete_expired'],
  },
  recover: {
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
    'active… · + active': ['past_due…'],
    'canceled · +': ['owing'],
  },
  'recover in part': {
    nothing: [...notPastDue, 'past_due', 'past_due…', 'owing'],
  },
  'end grace': {
    'not due': [...notPastDue, 'owing'],
    'past_due · + revoked': ['past_due'],
    'past_due… · + revoked': ['past_due…'],
  },
  'final action: cancel': {
    'not due': [...notPastDue],
    'canceled · + canceled revoked · orders uncollectible': ['past_due'],
    'canceled · + revoked · orders uncollectible': ['past_due…'],
    'canceled · + · orders uncollectible': ['owing'],
  },
  'final action: keep': {
    'not due': [...notPastDue],
    'past_due · + revoked': ['past_due'],
    'canceled · + revoked · orders uncollectible': ['past_due…'],
    'canceled · + · orders uncollectible': ['owing'],
  },
  'final action: unpaid': {
    'not due': [...notPastDue],
    'unpaid · + revoked': ['past_due'],
    'canceled · + revoked · orders uncollectible': ['past_due…'],
    'canceled · + · orders uncollectible': ['owing'],
  },
  activate: {
    'active · + active': ['incomplete'],
    'not due': [...started],
  },
  expire: {
    'incomplete_expired · + · orders void': ['incomplete'],
    'not due': [...started],
  },
  upgrade: {
    'refused: past_due': ['incomplete', 'past_due', 'past_due…', 'unpaid'],
    'active · +': ['trialing', 'active'],
    'active · + uncanceled': ['trialing…', 'active…'],
    'refused: ended': ['canceled', 'incomplete_expired', 'owing'],
  },
} satisfies Record<Action, Record<string, readonly State[]>>

describe.each(Object.keys(actions).filter((name) => isAction(name)))('%s', (action) => {
  const rows = Object.entries<readonly State[]>(table[action])

  test.each(rows)('%s', (outcome, from) => {
    for (const state of from)
      expect([state, lineOf(actions[action](states[state]))]).toEqual([state, outcome])
  })

  test('the table has every state once', () => {
    const named = rows.flatMap(([, from]) => from)
    expect(named.toSorted()).toEqual(Object.keys(states).toSorted())
  })
})
