import { describe, expect, it } from 'vitest'
import { day, emptyAccount, leftIn, movesOf, presentOf, usageOf } from '../../../../test/credits.ts'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { CreditAccount } from './account.ts'
import { type Followed, followUsage, type MeteredUsage } from './follow-usage.ts'
import { addLot, billOverages, expire } from './lot-changes.ts'

type Given = Parameters<typeof addLot>[1]['lot']

const accountWith = (...lots: Given[]): CreditAccount =>
  lots.reduce(
    (account, lot) => addLot(account, { lot, reason: null, now: day(1) }).account,
    emptyAccount,
  )

const unburned = (consumed: number, period?: string): MeteredUsage => ({
  usage: usageOf(undefined, period),
  consumed: decimal(consumed),
  burned: decimal(0),
  lots: [],
})

const follow = (account: CreditAccount, metered: readonly MeteredUsage[], now = day(5)) =>
  followUsage(account, metered, { id: `${now.toISOString()} ${metered.length}`, now })

const moves = ({ decisions }: Followed) => decisions.flatMap(({ decision }) => movesOf(decision))

const less = ({ metered }: Followed, consumed: number): readonly MeteredUsage[] =>
  metered.map((one) => ({ ...one, consumed: decimal(consumed) }))

describe('usage that isn’t burned yet', () => {
  it('burns lots, and the rest is overage', () => {
    const followed = follow(accountWith(presentOf(1, 5)), [unburned(7)])
    expect(moves(followed)).toEqual(['burn 1 -5', 'burn - -2'])
    expect(followed.metered.map(({ burned }) => formatDecimal(burned))).toEqual(['7'])
    expect(moves(follow(followed.account, followed.metered, day(6)))).toEqual([])
  })

  it('burns what has expired since, in the usual order, before that is closed', () => {
    const account = accountWith(
      presentOf(1, 5, { expiresAt: day(3) }),
      presentOf(2, 5, { expiresAt: day(4) }),
      presentOf(3, 5, { priority: -1 }),
    )
    const followed = follow(account, [unburned(8)])
    expect(moves(followed)).toEqual(['burn 3 -5', 'burn 1 -3', 'expire 1 -2', 'expire 2 -5'])
    expect(leftIn(followed.account)).toEqual({})
  })

  it('of nothing lets lots expire all the same', () => {
    const account = accountWith(presentOf(1, 5, { expiresAt: day(5) }))
    expect(moves(follow(account, []))).toEqual(['expire 1 -5'])
  })
})

describe('usage that has fallen', () => {
  it('gives back overage first, then the lot that is burned last', () => {
    const account = accountWith(presentOf(1, 5, { expiresAt: day(20) }), presentOf(2, 5))
    const burned = follow(account, [unburned(12)])
    const fallen = follow(burned.account, less(burned, 6), day(6))
    expect(moves(fallen)).toEqual(['restore 2 4', 'restore - 2'])
    expect(leftIn(fallen.account)).toEqual({ 2: '4' })
    const gone = follow(fallen.account, less(fallen, 0), day(7))
    expect(leftIn(gone.account)).toEqual({ 1: '5', 2: '5' })
  })

  it('takes back what credits covered later', () => {
    const burned = follow(emptyAccount, [unburned(7)])
    const given = addLot(burned.account, { lot: presentOf(1, 5), reason: null, now: day(6) })
    expect(movesOf(given)).toEqual(['open 1 5', 'cover 1 -5', 'cover - 5'])
    const fallen = follow(given.account, less(burned, 1), day(7))
    expect(leftIn(fallen.account)).toEqual({ 1: '4' })
  })

  it('loses what closed lots served, and credits what was billed', () => {
    const burned = follow(accountWith(presentOf(1, 5, { expiresAt: day(6) })), [unburned(7)])
    const billing = { ...usageOf(), orderId: 'o', now: day(5) }
    const billed = billOverages(burned.account, billing).account
    const closed = expire(billed, { now: day(6) }).account
    const fallen = follow(closed, less(burned, 1), day(7))
    expect(leftIn(fallen.account)).toEqual({})
    const credited = fallen.decisions.map(({ decision }) => formatDecimal(decision.credited))
    expect(credited).toEqual(['2'])
  })
})
