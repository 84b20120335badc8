import { minorUnits } from '@guildhall/contract/primitives'
import { describe, expect, it, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { noticeOfEnd, noticeOfOrder, noticeOfUpdate } from './mail-for-event.ts'

const since = new Date('2027-02-01T00:00:00Z')
const periodEnd = new Date('2027-03-01T00:00:00Z')
const product = { name: 'Club' }

const subscription = {
  id: newId('subscription'),
  status: 'active',
  amount: minorUnits.parse(900),
  currency: 'usd',
  recurringInterval: 'month',
  currentPeriodEnd: periodEnd,
  canceledAt: null,
  endsAt: null,
  endedAt: null,
  customerId: newId('customer'),
  productId: newId('product'),
  pastDueAt: null,
  nextPaymentAttemptAt: null,
  renewalsPausedAt: null,
  product,
} as const

const order = {
  id: newId('order'),
  billingReason: 'subscription_cycle',
  discountAmount: minorUnits.parse(0),
  taxAmount: minorUnits.parse(0),
  totalAmount: minorUnits.parse(900),
  product,
  items: [{ label: 'Club', amount: minorUnits.parse(900) }],
  subscription,
} as const

const moment = { version: 4, at: since }

describe('a paid order', () => {
  it.each([
    ['subscription_create', 'started'],
    ['subscription_cycle', 'renewed'],
    ['subscription_update', 'changed'],
  ] as const)('with reason %s leads to the notice "%s"', (billingReason, kind) => {
    expect(noticeOfOrder({ ...order, billingReason })).toMatchObject({
      kind,
      noticeKey: `order:${order.id}`,
      charge: { totalAmount: 900 },
    })
  })

  it('of a trial leads to the notice that the trial started', () => {
    const trial = { ...subscription, status: 'trialing' } as const
    const started = { ...order, billingReason: 'subscription_create', subscription: trial } as const
    expect(noticeOfOrder(started)).toMatchObject({ kind: 'started', isTrial: true })
  })

  it('without a subscription leads to no notice', () => {
    const purchase = { ...order, billingReason: 'purchase', subscription: null } as const
    expect(noticeOfOrder(purchase)).toBeNull()
  })

  it('of a free renewal leads to no notice', () => {
    const nothing = minorUnits.parse(0)
    const items = [{ label: 'Club', amount: nothing }]
    expect(noticeOfOrder({ ...order, totalAmount: nothing, items })).toBeNull()
  })

  it('that the customer’s balance covered leads to a notice', () => {
    const covered = { ...order, totalAmount: minorUnits.parse(0) }
    expect(noticeOfOrder(covered)).toMatchObject({ kind: 'renewed' })
  })
})

describe('an update', () => {
  const overdue = { ...subscription, status: 'past_due', pastDueAt: since } as const

  it('to past due leads to one notice, and failed retries lead to none', () => {
    const first = noticeOfUpdate({ ...overdue, nextPaymentAttemptAt: periodEnd }, moment)
    expect(first).toMatchObject({
      kind: 'payment_failed',
      noticeKey: 'overdue:2027-02-01T00:00:00.000Z',
      nextAttemptAt: periodEnd,
    })
    const retriedAt = new Date('2027-02-03T00:00:00Z')
    expect(noticeOfUpdate(overdue, { version: 5, at: retriedAt })).toBeNull()
  })

  it('to unpaid leads to the notice that it is on hold', () => {
    const unpaid = { ...overdue, status: 'unpaid' } as const
    const notice = { kind: 'on_hold', isDisputed: false }
    expect(noticeOfUpdate(unpaid, moment)).toMatchObject(notice)
    expect(noticeOfUpdate({ ...unpaid, renewalsPausedAt: since }, moment)).toMatchObject(notice)
    expect(noticeOfEnd(unpaid)).toBeNull()
  })

  it('to unpaid because of a dispute leads to a notice for each pause', () => {
    const noticed = (renewalsPausedAt: Date | null) =>
      noticeOfUpdate({ ...subscription, status: 'unpaid', renewalsPausedAt }, moment)
    expect(noticed(since)).toMatchObject({ kind: 'on_hold', isDisputed: true })
    expect(noticed(since)?.noticeKey).not.toBe(noticed(periodEnd)?.noticeKey)
    expect(noticed(null)).toBeNull()
  })

  it('of an active subscription carries the product, so that a change of it can be noticed', () => {
    expect(noticeOfUpdate(subscription, moment)).toMatchObject({
      kind: 'updated',
      productId: subscription.productId,
      version: 4,
    })
  })
})

describe('a canceled subscription', () => {
  const canceled = { ...subscription, canceledAt: since, endsAt: periodEnd } as const

  it('leads to a cancellation notice while it continues', () => {
    expect(noticeOfEnd(canceled)).toMatchObject({ kind: 'canceled', endsAt: periodEnd })
  })

  it('leads to an end notice once it has ended, and to no update notice', () => {
    const ended = { ...canceled, status: 'canceled', endedAt: since } as const
    expect(noticeOfEnd(ended)).toMatchObject({ kind: 'ended', noticeKey: 'ended' })
    expect(noticeOfUpdate(ended, moment)).toBeNull()
  })

  it('whose last payment fails leads to one notice', () => {
    const owing = { ...canceled, status: 'canceled', endedAt: since, pastDueAt: since } as const
    const first = noticeOfUpdate({ ...owing, nextPaymentAttemptAt: periodEnd }, moment)
    expect(first).toMatchObject({ kind: 'last_payment_failed', nextAttemptAt: periodEnd })
    const retriedAt = new Date('2027-02-03T00:00:00Z')
    expect(noticeOfUpdate(owing, { version: 5, at: retriedAt })).toBeNull()
  })

  it('has one notice key for each cancellation', () => {
    const again = { ...canceled, canceledAt: periodEnd }
    expect(noticeOfEnd(canceled)?.noticeKey).toBe(noticeOfEnd({ ...canceled })?.noticeKey)
    expect(noticeOfEnd(again)?.noticeKey).not.toBe(noticeOfEnd(canceled)?.noticeKey)
  })
})

test('benefits revoked for an overdue payment lead to no end notice', () => {
  expect(noticeOfEnd({ ...subscription, status: 'past_due', pastDueAt: since })).toBeNull()
})
