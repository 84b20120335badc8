import { orderId } from '@guildhall/contract/orders/order-shapes'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { noticeText } from './notice-text.ts'

const paused = new Date(2027, 2, 1, 12)
const ended = { status: 'canceled', endedAt: new Date(2027, 2, 20, 12) } as const
const order = {
  id: orderId.parse('019d0000-0000-7000-8000-000000000001'),
  dueAmount: minorUnits.parse(2900),
}
const owing = (amount: number, orders = [order]) => ({
  orders,
  amount: minorUnits.parse(amount),
  currency: currency.parse('usd'),
})

test.each([
  [{}, undefined, null],
  [
    { status: 'past_due' },
    owing(2900),
    'The last payment failed. Pay it now, or add a card below to retry immediately.',
  ],
  [
    ended,
    owing(2900),
    'The last order isn’t paid yet. Pay it now, or add a card below to retry immediately.',
  ],
  [ended, undefined, null],
  [
    { renewalsPausedAt: paused },
    undefined,
    'Renewals are paused because a payment is disputed. Your subscription stays active until 20 Mar 2027.',
  ],
  [{ renewalsPausedAt: paused, cancelAtPeriodEnd: true }, undefined, null],
  [
    { renewalsPausedAt: paused, status: 'unpaid' },
    owing(2900, []),
    'Renewals are paused because a payment is disputed. To start a new period, add or choose another card below: $29.00 is charged to it.',
  ],
  [
    { status: 'unpaid' },
    owing(0, []),
    'Renewals are paused. To start a new period, add or choose another card below.',
  ],
] as const)('with %j, owing %j: %s', (facts, owed, text) => {
  const subscription = {
    status: 'active',
    cancelAtPeriodEnd: false,
    renewalsPausedAt: null,
    currentPeriodEnd: new Date(2027, 2, 20, 12),
    endedAt: null,
    ...facts,
  } as const
  expect(noticeText(subscription, owed)).toBe(text)
})
