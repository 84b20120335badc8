import type { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { taxShareOf } from '@guildhall/contract/orders/refund-share'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { decideRefund } from './refund.ts'
import {
  type KnownRefund,
  orderAfter,
  refundableOf,
  refundableToPayment,
  splitDispute,
  splitReturn,
  splitTotal,
} from './refund-amounts.ts'

const split = (amount: number, taxAmount: number) => ({
  amount: minorUnits(amount),
  taxAmount: minorUnits(taxAmount),
})
const orderOf = (net: number, tax: number) => ({
  netAmount: minorUnits(net),
  taxAmount: minorUnits(tax),
  totalAmount: minorUnits(net + tax),
  credited: split(0, 0),
  mayBeCredited: split(0, 0),
  disputed: split(0, 0),
  chargedAmount: minorUnits(net + tax),
  debtAmount: minorUnits(0),
  owedAmount: minorUnits(0),
})
const returned = (amount: number, taxAmount: number, owed = 0) => ({
  ...split(amount, taxAmount),
  owedAmount: minorUnits(owed),
})
const refund = (status: RefundStatus, amount: number, tax: number): KnownRefund => ({
  status,
  ...split(amount, tax),
})

test('the refundable amount excludes succeeded and pending refunds', () => {
  const refunds = [
    refund('succeeded', 100, 19),
    refund('pending', 200, 38),
    refund('failed', 400, 76),
    refund('canceled', 300, 57),
  ]
  expect(refundableOf(orderOf(1000, 190), refunds)).toEqual(split(700, 133))
})

test.each([
  ['credited', { credited: split(400, 76) }],
  ['perhaps credited', { mayBeCredited: split(400, 76) }],
  ['disputed', { disputed: split(400, 76) }],
])('the refundable amount excludes what was %s', (_what, withheld) => {
  const order = { ...orderOf(1000, 190), ...withheld, chargedAmount: minorUnits(1190) }
  expect(refundableOf(order, [])).toEqual(split(600, 114))
  expect(refundableToPayment(order, [refund('pending', 500, 95)])).toEqual(split(100, 19))
  expect(refundableToPayment(order, [refund('succeeded', 600, 114)])).toEqual(split(0, 0))
})

test.each([
  ['credited before', { credited: split(890, 169) }, 1190, returned(110, 21, 1059)],
  ['credited in part', { credited: split(100, 19) }, 500, returned(420, 80)],
  [
    'credited by a closed order, in part',
    { mayBeCredited: split(100, 19) },
    500,
    returned(420, 80),
  ],
  ['credited by a closed order', { mayBeCredited: split(890, 169) }, 1190, returned(1000, 190)],
  [
    'an earlier debt',
    { chargedAmount: minorUnits(1220), debtAmount: minorUnits(30) },
    1220,
    returned(1000, 190, 30),
  ],
  ['more than the payment', { chargedAmount: minorUnits(1000) }, 1001, null],
])('what comes back and was %s is owed again', (_what, change, total, expected) => {
  expect(splitReturn({ ...orderOf(1000, 190), ...change }, [], minorUnits(total))).toEqual(expected)
})

test.each([
  ['a refund in part', {}, [refund('succeeded', 500, 95)], returned(500, 95)],
  ['a refund in full', {}, [refund('succeeded', 1000, 190)], returned(0, 0)],
  ['another dispute', { disputed: split(400, 76) }, [], returned(600, 114)],
  ['what was paid out', { owedAmount: minorUnits(90) }, [], returned(924, 176)],
])(
  'a dispute of the whole payment takes what is left after %s',
  (_what, change, refunds, expected) => {
    expect(splitDispute({ ...orderOf(1000, 190), ...change }, refunds, minorUnits(1190))).toEqual(
      expected,
    )
  },
)

test('an order that credits an earlier one returns no more than it charged for itself', () => {
  const order = {
    ...orderOf(1000, 190),
    totalAmount: minorUnits(595),
    chargedAmount: minorUnits(625),
    debtAmount: minorUnits(30),
  }
  expect(refundableToPayment(order, [])).toEqual(split(500, 95))
  expect(refundableToPayment(order, [refund('succeeded', 400, 76)])).toEqual(split(100, 19))
  expect(splitReturn(order, [], minorUnits(625))).toEqual(returned(500, 95, 30))
  expect(splitReturn(order, [refund('succeeded', 500, 95)], minorUnits(30))).toEqual(
    returned(0, 0, 30),
  )
  expect(splitDispute(order, [], minorUnits(625))).toEqual(returned(500, 95, 30))
})

test.each([
  ['everything', split(0, 0), 1190, split(1000, 190)],
  ['a half', split(0, 0), 595, split(500, 95)],
  ['the rest after a rounded share', split(302, 57), 831, split(698, 133)],
  ['one cent', split(0, 0), 1, split(1, 0)],
  ['an amount that makes up for earlier rounding', split(10, 3), 5, split(5, 0)],
])('the total of a refund at the processor is split: %s', (_what, refunded, total, expected) => {
  expect(splitTotal(orderOf(1000, 190), refunded, minorUnits(total))).toEqual(expected)
})

test('refunds can’t exceed the order', () => {
  expect(splitTotal(orderOf(1000, 190), split(1, 0), minorUnits(1190))).toBeNull()
})

test('a reported refund leaves room for our pending ones only where both fit', () => {
  const pending = [refund('pending', 500, 96)]
  const order = orderOf(1000, 190)
  expect(splitReturn(order, pending, minorUnits(594))).toEqual(returned(500, 94))
  expect(splitReturn(order, pending, minorUnits(1190))).toEqual(returned(1000, 190))
  const refunded = [refund('succeeded', 500, 96)]
  expect(splitReturn(order, refunded, minorUnits(595))).toBeNull()
})

test.each([
  ['nothing', [], 'paid', 0],
  ['a part', [refund('succeeded', 400, 76)], 'partially_refunded', 400],
  ['all at once', [refund('succeeded', 1000, 190)], 'refunded', 1000],
  ['all in parts', [refund('succeeded', 400, 76), refund('succeeded', 600, 114)], 'refunded', 1000],
  ['a pending refund', [refund('pending', 1000, 190)], 'paid', 0],
  ['a refund that failed later', [refund('failed', 1000, 190)], 'paid', 0],
  [
    'a part that failed later',
    [refund('succeeded', 400, 76), refund('canceled', 600, 114)],
    'partially_refunded',
    400,
  ],
] as const)('an order after refunds of %s', (_what, refunds, status, refundedAmount) => {
  expect(orderAfter(orderOf(1000, 190), refunds)).toMatchObject({ status, refundedAmount })
})

const paid = {
  status: 'paid',
  subscriptionId: null,
  ...orderOf(1000, 190),
} as const
const partlyCharged = { ...paid, chargedAmount: minorUnits(500) }
const withDebt = { ...paid, chargedAmount: minorUnits(1220), debtAmount: minorUnits(30) }
const input = { amount: minorUnits(400), revokeBenefits: false }

test.each([
  ['a part with its tax', paid, [], input, split(400, 76)],
  ['an unpaid order', { ...paid, status: 'pending' as const }, [], input, 'refund_order_unpaid'],
  ['what was refunded already', paid, [refund('succeeded', 1000, 190)], input, 'refunded_already'],
  [
    'what is being refunded already',
    paid,
    [refund('pending', 1000, 190)],
    input,
    'refunded_already',
  ],
  ['a free order', { ...paid, ...orderOf(0, 0) }, [], input, 'refunded_already'],
  ['more than is left', paid, [refund('pending', 601, 114)], input, 'refund_amount_too_high'],
  [
    'the benefits of a subscription',
    { ...paid, subscriptionId: 'it' },
    [],
    { ...input, revokeBenefits: true },
    'refund_of_subscription',
  ],
  ['a part of what was charged', partlyCharged, [], input, split(400, 76)],
  [
    'all that was charged',
    partlyCharged,
    [refund('succeeded', 400, 76)],
    { ...input, amount: minorUnits(20) },
    split(20, 4),
  ],
  [
    'more than was charged',
    partlyCharged,
    [refund('pending', 400, 76)],
    { ...input, amount: minorUnits(21) },
    'refund_amount_too_high',
  ],
  [
    'what the customer’s balance paid',
    { ...paid, chargedAmount: minorUnits(0) },
    [],
    input,
    'refund_amount_too_high',
  ],
  [
    'an earlier debt',
    withDebt,
    [],
    { ...input, amount: minorUnits(1001) },
    'refund_amount_too_high',
  ],
  ['a credit', { ...paid, ...orderOf(-1000, -190) }, [], input, 'refunded_already'],
  [
    'a part of a subscription’s order',
    { ...paid, subscriptionId: 'it' },
    [],
    input,
    split(400, 76),
  ],
] as const)('refunding %s', (_what, order, refunds, given, expected) => {
  const decision = decideRefund(order, refunds, given)
  expect(isRefused(decision) ? decision.refused : decision).toEqual(expected)
})

interface Part {
  /** The share of what is left then. */
  readonly share: number
  /** At the processor, as a total, or here. */
  readonly isReported: boolean
  readonly outcome: RefundStatus
}

type Order = ReturnType<typeof orderOf>

/** One refund after the other, as long as anything is left. */
function refundInParts(order: Order, parts: readonly Part[]): KnownRefund[] {
  return parts.reduce<KnownRefund[]>((refunds, { share, isReported, outcome }) => {
    const left = refundableOf(order, refunds)
    const total = isReported ? left.amount + left.taxAmount : left.amount
    const amount = minorUnits(Math.min(total, Math.ceil(total * share)))
    const decided = isReported
      ? splitReturn(order, refunds, amount)
      : decideRefund({ ...paid, ...order }, refunds, {
          amount,
          revokeBenefits: false,
        })
    const isSomething = amount > 0 && decided !== null && !isRefused(decided)
    return isSomething ? [...refunds, { ...decided, status: outcome }] : refunds
  }, [])
}

const histories = fc.record({
  net: fc.integer({ min: 1, max: 10_000 }),
  taxPercent: fc.integer({ min: 0, max: 30 }),
  parts: fc.array(
    fc.record({
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      isReported: fc.boolean(),
      outcome: fc.constantFrom('succeeded' as const, 'pending' as const, 'failed' as const),
    }),
    { maxLength: 12 },
  ),
})

const runs = { numRuns: 1000 }

test('a dispute leaves room for a pending refund that the payment can still bear', () => {
  const order = { ...orderOf(2001, 0), credited: split(1494, 0) }
  const pending = [refund('pending', 507, 0)]
  expect(splitDispute(order, pending, minorUnits(1494))).toEqual(returned(0, 0, 1494))
  expect(splitDispute(order, pending, minorUnits(1495))).toEqual(returned(507, 0, 988))
})

test('refunds in any parts never exceed the order', () => {
  fc.assert(
    fc.property(histories, ({ net, taxPercent, parts }) => {
      const order = orderOf(net, Math.round((net * taxPercent) / 100))
      const refunds = refundInParts(order, parts).map(
        ({ status, ...one }): KnownRefund => ({
          ...one,
          status: status === 'pending' ? 'succeeded' : status,
        }),
      )
      const after = orderAfter(order, refunds)
      expect(after.refundedAmount).toBeLessThanOrEqual(order.netAmount)
      expect(after.refundedTaxAmount).toBeLessThanOrEqual(order.taxAmount)
      for (const one of refunds) {
        expect(one.amount).toBeGreaterThanOrEqual(0)
        expect(one.taxAmount).toBeGreaterThanOrEqual(0)
      }
    }),
    runs,
  )
})

test('refunds with the rest add up to the order', () => {
  fc.assert(
    fc.property(histories, ({ net, taxPercent, parts }) => {
      const order = orderOf(net, Math.round((net * taxPercent) / 100))
      const refunds = refundInParts(order, parts).filter(({ status }) => status === 'succeeded')
      const left = refundableOf(order, refunds)
      fc.pre(left.amount > 0)
      const taxAmount = minorUnits(taxShareOf(order, left, left.amount))
      const byUs: KnownRefund = { amount: left.amount, taxAmount, status: 'succeeded' }
      const total = minorUnits(left.amount + left.taxAmount)
      expect(splitReturn(order, refunds, total)).toEqual(returned(left.amount, left.taxAmount))
      expect(orderAfter(order, [...refunds, byUs])).toEqual({
        status: 'refunded',
        refundedAmount: order.netAmount,
        refundedTaxAmount: order.taxAmount,
      })
    }),
    runs,
  )
})
