import { describe, expect, it, test } from 'vitest'
import {
  day,
  emptyAccount,
  figuresOf,
  leftIn,
  movesOf,
  pooled,
  presentOf,
  purchaseOf,
  subscriptionOf,
  usageOf,
} from '../../../../test/credits.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { CreditAccount } from './account.ts'
import { burn, burnedBy, restore } from './burn.ts'
import { addLot, billOverages, expire, refundPurchase } from './lot-changes.ts'
import type { Scope } from './lots.ts'

type Given = Parameters<typeof addLot>[1]['lot']

const accountWith = (...lots: Given[]): CreditAccount =>
  lots.reduce(
    (account, lot) => addLot(account, { lot, reason: null, now: day(1) }).account,
    emptyAccount,
  )

const burning = (units: string | number, eventId = 'e', usage: Scope = pooled, now = day(2)) => ({
  eventId,
  usage: usageOf(usage),
  units: decimal(units),
  now,
})

const scoped = (number: number | null, entity: string | null = null): Scope => ({
  subscriptionId: number === null ? null : subscriptionOf(number),
  entity,
})

describe('the lot that is burned first', () => {
  const rollover = { cap: null }

  it.each<[string, Given, Given]>([
    [
      'has the smaller number as priority',
      presentOf(2, 5, { priority: 1 }),
      presentOf(1, 5, { priority: 2, expiresAt: day(9) }),
    ],
    [
      'expires first',
      presentOf(2, 5, { expiresAt: day(8) }),
      presentOf(1, 5, { expiresAt: day(9) }),
    ],
    ['expires at all', presentOf(2, 5, { expiresAt: day(9), rollover }), presentOf(1, 5)],
    ['doesn’t roll over', presentOf(2, 5, { createdAt: day(2) }), presentOf(1, 5, { rollover })],
    [
      'serves less usage',
      presentOf(2, 5, { scope: scoped(1), createdAt: day(2) }),
      presentOf(1, 5),
    ],
    [
      'is the oldest',
      presentOf(2, 5, { createdAt: day(1) }),
      presentOf(1, 5, { createdAt: day(2) }),
    ],
    ['has the first id', presentOf(1, 5), presentOf(2, 5)],
  ])('%s', (_title, first, second) => {
    for (const account of [accountWith(first, second), accountWith(second, first)]) {
      const [one = '', two = ''] = movesOf(burn(account, burning(6, 'e', scoped(1))))
      expect([one, two]).toEqual([
        `burn ${Number(first.id.slice(-12))} -5`,
        `burn ${Number(second.id.slice(-12))} -1`,
      ])
    }
  })
})

describe('burning', () => {
  it('makes overage of what no lot has', () => {
    const decision = burn(accountWith(presentOf(1, '2.5')), burning('4.25'))
    expect(movesOf(decision)).toEqual(['burn 1 -2.5', 'burn - -1.75'])
    expect(figuresOf(decision)).toEqual(['-1.75', '1.75', '0', '0'])
  })

  it('of nothing moves nothing', () => {
    expect(movesOf(burn(accountWith(presentOf(1, 5)), burning(0)))).toEqual([])
    expect(() => burn(emptyAccount, burning(-1))).toThrow('less than nothing')
  })

  it('leaves out what has expired, from the instant on', () => {
    const account = accountWith(presentOf(1, 5, { expiresAt: day(2) }), presentOf(2, 5))
    expect(movesOf(burn(account, burning(3)))).toEqual(['expire 1 -5', 'burn 2 -3'])
    const before = new Date(day(2).getTime() - 1)
    expect(movesOf(burn(account, burning(3, 'e', pooled, before)))).toEqual(['burn 1 -3'])
  })

  test.each<[string, Scope, Scope, boolean]>([
    ['a pooled lot serves a subscription', pooled, scoped(1), true],
    ['a pooled lot serves an entity', pooled, scoped(1, 'a'), true],
    ['a subscription’s lot serves its entities', scoped(1), scoped(1, 'a'), true],
    ['an entity’s lot serves it in any subscription', scoped(null, 'a'), scoped(2, 'a'), true],
    ['a subscription’s lot doesn’t serve another', scoped(1), scoped(2), false],
    ['a subscription’s lot doesn’t serve pooled usage', scoped(1), pooled, false],
    ['an entity’s lot doesn’t serve another', scoped(1, 'a'), scoped(1, 'b'), false],
    ['an entity’s lot doesn’t serve the whole subscription', scoped(1, 'a'), scoped(1), false],
  ])('%s', (_title, scope, usage, isServed) => {
    const { account } = burn(accountWith(presentOf(1, 5, { scope })), burning(2, 'e', usage))
    expect(leftIn(account)).toEqual({ 1: isServed ? '3' : '5' })
  })

  it('of one pool never borrows from another, and pooled credits sum', () => {
    const account = accountWith(
      presentOf(1, 5, { scope: scoped(1) }),
      presentOf(2, 5, { scope: scoped(2) }),
      presentOf(3, 5),
    )
    const first = burn(account, burning(12, 'e1', scoped(1)))
    expect(leftIn(first.account)).toEqual({ 2: '5' })
    expect(figuresOf(first)).toEqual(['3', '2', '0', '0'])
    const second = burn(first.account, burning(6, 'e2', scoped(2)))
    expect(figuresOf(second)).toEqual(['-3', '3', '0', '0'])
  })

  it('is covered by credits that come later, but not once it is billed', () => {
    const over = burn(emptyAccount, burning(7, 'e', scoped(1))).account
    const covered = addLot(over, { lot: purchaseOf(1, 10), reason: null, now: day(3) })
    expect(movesOf(covered)).toEqual(['open 1 10', 'cover 1 -7', 'cover - 7'])
    expect(figuresOf(covered)).toEqual(['3', '0', '0', '0'])

    const subscriptionId = subscriptionOf(1)
    const billing = { orderId: 'o', subscriptionId, period: '2030-01', now: day(3) }
    const billed = billOverages(over, billing)
    expect(movesOf(billed)).toEqual(['bill - 7'])
    expect(billOverages(billed.account, { ...billing, orderId: 'p' }).movements).toEqual([])
    const later = addLot(billed.account, { lot: purchaseOf(1, 10), reason: null, now: day(3) })
    expect(figuresOf(later)).toEqual(['10', '0', '0', '0'])
    const other = billOverages(over, { ...billing, subscriptionId: subscriptionOf(2) })
    expect(figuresOf(other)).toEqual(['-7', '7', '0', '0'])
    const next = billOverages(over, { ...billing, period: '2030-02' })
    expect(figuresOf(next)).toEqual(['-7', '7', '0', '0'])
  })

  it('again of the same event moves nothing', () => {
    const { account } = burn(accountWith(presentOf(1, 5)), burning(3))
    const again = burn(account, burning(3))
    expect(again.movements).toEqual([])
    expect(again.account).toEqual(account)
    expect(figuresOf(again)).toEqual(['2', '0', '0', '0'])
  })
})

describe('a voided event', () => {
  const burned = (account: CreditAccount, units: number, eventId = 'e', usage = pooled) => {
    const decision = burn(account, burning(units, eventId, usage))
    return {
      account: decision.account,
      burned: burnedBy(decision.movements),
      usage: usageOf(usage),
    }
  }

  it('gives back what it burned, to the same lots', () => {
    const before = accountWith(presentOf(1, 5, { expiresAt: day(9) }), presentOf(2, 5))
    const { account, ...what } = burned(before, 8)
    const decision = restore(account, { eventId: 'e', now: day(3), ...what })
    expect(leftIn(decision.account)).toEqual({ 1: '5', 2: '5' })
    expect(figuresOf(decision)).toEqual(['10', '0', '0', '0'])
  })

  it('gives nothing back to a lot that has expired', () => {
    const { account, ...what } = burned(accountWith(presentOf(1, 5, { expiresAt: day(3) })), 4)
    const decision = restore(account, { eventId: 'e', now: day(3), ...what })
    expect(movesOf(decision)).toEqual(['expire 1 -1'])
    expect(figuresOf(decision)).toEqual(['0', '0', '4', '0'])
  })

  it('takes back its overage', () => {
    const { account, ...what } = burned(accountWith(presentOf(1, 5)), 8)
    const decision = restore(account, { eventId: 'e', now: day(3), ...what })
    expect(figuresOf(decision)).toEqual(['5', '0', '0', '0'])
    expect(decision.account.overages).toEqual([])
  })

  it('leaves the overage of others to what it gave back', () => {
    const first = burned(accountWith(presentOf(1, 5)), 5)
    const { account } = burn(first.account, burning(3, 'other'))
    const voided = { eventId: 'e', now: day(3), usage: first.usage, burned: first.burned }
    const decision = restore(account, voided)
    expect(movesOf(decision)).toEqual(['restore 1 5', 'cover 1 -3', 'cover - 3'])
  })

  it('gives overage that was covered back to the lots that covered it, the last burned first', () => {
    const first = burned(emptyAccount, 6)
    const one = addLot(first.account, {
      lot: presentOf(1, 4, { expiresAt: day(9) }),
      reason: 'sorry',
      now: day(2),
    })
    const two = addLot(one.account, { lot: purchaseOf(2, 5), reason: null, now: day(2) })
    expect(leftIn(two.account)).toEqual({ 2: '3' })
    const voided = { eventId: 'e', now: day(3), usage: first.usage, burned: first.burned }
    const decision = restore(two.account, voided)
    expect(movesOf(decision)).toEqual(['uncover 2 2', 'uncover 1 4'])
    expect(figuresOf(decision)).toEqual(['9', '0', '0', '0'])
    expect(restore(decision.account, voided).movements).toEqual([])

    const late = restore(two.account, { ...voided, now: day(9) })
    expect(movesOf(late)).toEqual(['uncover 2 2'])
    expect(figuresOf(late)).toEqual(['5', '0', '4', '0'])
  })

  it('is credited what was billed, in its own period, and first what wasn’t', () => {
    const billing = { subscriptionId: subscriptionOf(1), period: '2030-01', now: day(3) }
    const first = burned(emptyAccount, 6, 'e', scoped(1))
    const billed = billOverages(first.account, { ...billing, orderId: 'o' }).account
    const voided = { eventId: 'e', now: day(3), usage: first.usage, burned: first.burned }
    expect(figuresOf(restore(billed, voided))).toEqual(['0', '0', '0', '6'])

    const more = burn(billed, burning(4, 'e2', scoped(1))).account
    expect(figuresOf(restore(more, voided))).toEqual(['0', '0', '0', '2'])

    const usage = usageOf(scoped(1), '2030-02')
    const next = burn(billed, { ...burning(4, 'e2'), usage }).account
    expect(figuresOf(restore(next, voided))).toEqual(['-4', '4', '0', '6'])

    const covered = addLot(more, { lot: purchaseOf(1, 5), reason: null, now: day(3) }).account
    const decision = restore(covered, voided)
    expect(movesOf(decision)).toEqual(['uncover 1 4'])
    expect(figuresOf(decision)).toEqual(['5', '0', '0', '2'])
    const other = { ...voided, eventId: 'e2', burned: { lots: [], overage: decimal(4) } }
    expect(figuresOf(restore(decision.account, other))).toEqual(['5', '0', '0', '4'])
  })

  it('gives back what it burned of a purchase that was refunded since', () => {
    const first = burned(accountWith(purchaseOf(1, 10)), 4)
    const refund = { refundId: 'r', sourceId: 'source 1', units: decimal(10), now: day(3) }
    const refunded = refundPurchase(first.account, refund)
    expect(figuresOf(refunded)).toEqual(['0', '0', '4', '0'])
    const voided = { eventId: 'e', now: day(3), usage: first.usage, burned: first.burned }
    expect(figuresOf(restore(refunded.account, voided))).toEqual(['4', '0', '0', '0'])
  })
})

test('what has expired is taken by anything that happens, and by its own decision', () => {
  const account = accountWith(presentOf(1, 5, { expiresAt: day(3) }), presentOf(2, 5))
  const decision = expire(account, { now: day(3) })
  expect(movesOf(decision)).toEqual(['expire 1 -5'])
  expect(expire(decision.account, { now: day(4) }).movements).toEqual([])
  expect(expire(account, { now: day(2) }).movements).toEqual([])
})
