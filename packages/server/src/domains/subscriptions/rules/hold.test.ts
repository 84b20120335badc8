import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import {
  due,
  fixed,
  metered,
  on,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { newId } from '../../../platform/ids.ts'
import { dueStep, nextDueAt } from './due.ts'
import type { SubscriptionFacts } from './facts.ts'
import {
  decideDisputeEnd,
  decideHold,
  decideResumption,
  decideSuspension,
  isHeld,
  type StandingDispute,
} from './hold.ts'

const card = newId('paymentMethod')
const otherCard = newId('paymentMethod')
const subscriptionId = newId('subscription')

const dispute = (rest: Partial<StandingDispute> = {}): StandingDispute => ({
  subscriptionId,
  paymentMethodId: card,
  isOpen: true,
  openedAt: on('2030-04-10'),
  ...rest,
})

describe('a subscription is held', () => {
  const charged = (
    cardId: Id<'paymentMethod'> | null,
    holdLiftedAt: Date | null = null,
    cardsTrustedAt = holdLiftedAt,
  ) => ({ id: subscriptionId, cardId, holdLiftedAt, cardsTrustedAt })
  const ofAnother = { subscriptionId: newId('subscription') }

  it.each([
    ['by an open dispute of its own', charged(card), dispute(), true],
    ['by one that another card paid', charged(otherCard), dispute(), true],
    ['without any card', charged(null), dispute(), true],
    ['by a lost one of its card', charged(card), dispute({ isOpen: false }), true],
    ['not by a lost one of another card', charged(otherCard), dispute({ isOpen: false }), false],
    ['by its card’s dispute for something else', charged(card), dispute(ofAnother), true],
    ['not by another card’s for something else', charged(otherCard), dispute(ofAnother), false],
    [
      'not by one without a stored card',
      charged(null),
      dispute({ ...ofAnother, paymentMethodId: null }),
      false,
    ],
    ['not once the seller lifted it', charged(card, on('2030-04-11')), dispute(), false],
    [
      'not once another card lifted it',
      charged(otherCard, on('2030-04-11'), null),
      dispute(),
      false,
    ],
    ['by the disputed card again', charged(card, on('2030-04-11'), null), dispute(), true],
    ['by one that came later', charged(card, on('2030-04-09')), dispute(), true],
  ] as const)('%s', (_how, subscription, one, expected) => {
    expect(isHeld(subscription, [one])).toBe(expected)
  })
})

const basic = product('Basic', [fixed(3000)])
const start = on('2030-04-01')
const held = (facts: SubscriptionFacts = subscribed(basic, start)) =>
  decideHold(facts, true, on('2030-04-10')).after

describe('a hold', () => {
  it('changes nothing before the end of the period', () => {
    const { after, transitions, order } = decideHold(subscribed(basic, start), true, start)
    expect(after).toMatchObject({ status: 'active', heldAt: start, revokedAt: null })
    expect([transitions, order]).toEqual([['updated'], null])
    expect(nextDueAt(after)).toEqual(on('2030-05-01'))
  })

  it('is placed once, and lifted once', () => {
    expect(decideHold(held(), true, on('2030-04-11')).transitions).toEqual([])
    const lifted = decideHold(held(), false, on('2030-04-11'))
    expect(lifted.after.heldAt).toBeNull()
    expect(decideHold(lifted.after, false, on('2030-04-12')).transitions).toEqual([])
  })

  it('stops the retries of an overdue payment, but not its end', () => {
    const overdue = {
      ...held(),
      status: 'past_due',
      pastDueAt: start,
      nextAttemptAt: on('2030-04-12'),
      finalActionAt: on('2030-04-22'),
    } as const
    expect(dueStep(overdue, on('2030-04-15'))).toBeNull()
    expect(dueStep(overdue, on('2030-04-22'))).toBe('final_action')
    expect(dueStep({ ...overdue, heldAt: null }, on('2030-04-15'))).toBe('retry_payment')
  })
})

describe('a held subscription whose period is over', () => {
  const end = on('2030-05-01')
  const suspended = decideSuspension(held(), end)

  it('is suspended without an order', () => {
    expect(suspended.after).toMatchObject({ status: 'unpaid', suspendedAt: end, revokedAt: end })
    expect([suspended.order, suspended.transitions]).toEqual([null, ['updated', 'revoked']])
    expect(nextDueAt(suspended.after)).toBeNull()
  })

  it('waits for its open order where it was overdue', () => {
    const overdue = { ...held(), status: 'past_due', pastDueAt: start } as const
    const { after } = decideSuspension(overdue, end)
    expect(after).toMatchObject({ status: 'unpaid', suspendedAt: null })
    expect(nextDueAt({ ...after, heldAt: null })).toBeNull()
  })

  it('starts a new period when the hold is lifted, and is billed for that one only', () => {
    const now = on('2030-05-20')
    const lifted = decideHold(suspended.after, false, now).after
    expect(dueStep(lifted, now)).toBe('resume')
    const { after, order, transitions } = due(decideResumption(lifted, now))
    const period = { start: now, end: on('2030-06-20') }
    expect(after).toMatchObject({ status: 'active', period, suspendedAt: null, revokedAt: null })
    expect(order).toMatchObject({ reason: 'subscription_cycle', period })
    expect(order?.entries).toMatchObject([{ amount: 3000, period }])
    expect(transitions).toEqual(['updated', 'active'])
    expect(decideResumption(after, now)).toBeNull()
  })

  it('is billed for the usage of its last period', () => {
    const plan = product('Metered', [fixed(1000), metered('2')])
    const facts = held(used(subscribed(plan, start), '150'))
    const { after } = decideSuspension(facts, end)
    const { order } = due(decideResumption({ ...after, heldAt: null }, on('2030-05-20')))
    expect(order?.entries).toMatchObject([
      { kind: 'cycle', amount: 1000 },
      { kind: 'metered', amount: 300, period: facts.period },
    ])
  })

  it('is not resumed while it is held', () => {
    expect(decideResumption(suspended.after, on('2030-05-20'))).toBeNull()
  })
})

it('a dispute can end a subscription, and nothing more is collected', () => {
  const { after, order, closesOrdersAs } = decideDisputeEnd(subscribed(basic, start), start)
  expect(after).toMatchObject({ status: 'canceled', endedAt: start, heldAt: null })
  expect([order, closesOrdersAs]).toEqual([null, 'void'])
})
