import { describe, expect, it, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { type News, noticeOf } from './notices.ts'

const id = newId('subscription')
const product = { name: 'Club' }

const bare = {
  id,
  status: 'active',
  amount: 900,
  currency: 'usd',
  recurring_interval: 'month',
  current_period_end: '2027-03-01T00:00:00.000Z',
  canceled_at: null,
  ends_at: null,
  ended_at: null,
  customer_id: newId('customer'),
  product_id: newId('product'),
}
const whole = { ...bare, product, past_due_at: null, next_payment_attempt_at: null }

const order = {
  id: newId('order'),
  billing_reason: 'subscription_cycle',
  discount_amount: 0,
  tax_amount: 0,
  total_amount: 900,
  product,
  items: [{ label: 'Club', amount: 900 }],
  subscription: bare,
}

const since = '2027-02-01T00:00:00.000Z'

const news = (name: string, payload: object, at = since): News => ({
  name,
  version: 4,
  payload,
  at: new Date(at),
})

const of = (name: string, payload: object, at?: string) => noticeOf(news(name, payload, at))

describe('a payment', () => {
  it.each([
    ['subscription_create', 'begun'],
    ['subscription_cycle', 'renewed'],
    ['subscription_update', 'changed'],
  ])('of the reason %s is told as %s', (reason, kind) => {
    const told = of('order.paid', { ...order, billing_reason: reason })
    expect(told).toMatchObject({ kind, about: `order:${order.id}`, charge: { totalAmount: 900 } })
  })

  it('that begins a trial is none yet', () => {
    const subscription = { ...bare, status: 'trialing' }
    const begun = { ...order, billing_reason: 'subscription_create', subscription }
    expect(of('order.paid', begun)).toMatchObject({ kind: 'begun', isTrial: true })
  })

  it('of something else is told elsewhere', () => {
    const purchase = { ...order, billing_reason: 'purchase', subscription: null }
    expect(of('order.paid', purchase)).toBeNull()
  })

  it('of nothing isn’t told again and again', () => {
    const items = [{ label: 'Club', amount: 0 }]
    expect(of('order.paid', { ...order, total_amount: 0, items })).toBeNull()
  })

  it('is told though a balance paid it all', () => {
    expect(of('order.paid', { ...order, total_amount: 0 })).toMatchObject({ kind: 'renewed' })
  })

  it('is told when it has come, and not when it is due', () => {
    expect(of('order.created', { ...order, status: 'pending' })).toBeNull()
    expect(of('subscription.updated', whole)).not.toMatchObject({ kind: 'renewed' })
  })
})

test('what is overdue is told once, however often it is tried', () => {
  const overdue = { ...whole, status: 'past_due', past_due_at: since }
  const first = of('subscription.updated', { ...overdue, next_payment_attempt_at: since })
  expect(first).toMatchObject({ kind: 'overdue', nextAttemptAt: since })
  expect(of('subscription.updated', overdue, '2027-02-03T00:00:00.000Z')).toBeNull()
})

test('what is never paid is on hold', () => {
  const unpaid = { ...whole, status: 'unpaid', past_due_at: since }
  expect(of('subscription.updated', unpaid)).toMatchObject({ kind: 'unpaid' })
  expect(of('subscription.revoked', unpaid)).toBeNull()
})

describe('a subscription that is canceled', () => {
  const canceled = { ...whole, canceled_at: since, ends_at: bare.current_period_end }

  it('and goes on until its period is over is canceled', () => {
    const told = of('subscription.canceled', canceled)
    expect(told).toMatchObject({ kind: 'canceled', endsAt: bare.current_period_end })
  })

  it('and is over has ended, by whichever event that is told', () => {
    const ended = { ...canceled, status: 'canceled', ended_at: since }
    expect(of('subscription.canceled', ended)).toMatchObject({ kind: 'ended', about: 'ended' })
    expect(of('subscription.revoked', ended)).toMatchObject({ kind: 'ended', about: 'ended' })
    expect(of('subscription.updated', ended)).toBeNull()
  })

  it('twice is told twice, and once for each event', () => {
    const again = { ...canceled, canceled_at: bare.current_period_end }
    const first = of('subscription.canceled', canceled)?.about
    expect(of('subscription.canceled', canceled)?.about).toBe(first)
    expect(of('subscription.canceled', again)?.about).not.toBe(first)
  })
})

test('benefits that went for want of a payment are no end', () => {
  const overdue = { ...whole, status: 'past_due', past_due_at: since }
  expect(of('subscription.revoked', overdue)).toBeNull()
})

test('another plan is looked for in every change', () => {
  expect(of('subscription.updated', whole)).toMatchObject({
    kind: 'planned',
    productId: bare.product_id,
    version: 4,
  })
})
