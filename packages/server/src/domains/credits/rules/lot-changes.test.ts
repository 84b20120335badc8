import { describe, expect, it } from 'vitest'
import {
  day,
  emptyAccount,
  figuresOf,
  leftIn,
  movesOf,
  pooled,
  presentOf,
  purchaseOf,
  usageOf,
} from '../../../../test/credits.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { burn } from './burn.ts'
import { addLot, deduct, refundPurchase } from './lot-changes.ts'

const add = (account = emptyAccount, lot: Parameters<typeof addLot>[1]['lot']) =>
  addLot(account, { lot, reason: null, now: day(1) }).account

const burnUnits = (account: typeof emptyAccount, units: number) =>
  burn(account, { eventId: 'e', usage: usageOf(), units: decimal(units), now: day(2) }).account

describe('a lot', () => {
  it('is added once for each purchase, whatever its id', () => {
    const account = add(emptyAccount, purchaseOf(1, 10))
    const lot = { ...purchaseOf(2, 10), sourceId: 'source 1' }
    const again = addLot(account, { lot, reason: null, now: day(2) })
    expect(again.movements).toEqual([])
    expect(leftIn(again.account)).toEqual({ 1: '10' })
  })

  it('carries the reason of the seller', () => {
    const given = { lot: presentOf(1, 10), reason: 'For the outage', now: day(1) }
    expect(addLot(emptyAccount, given)).toMatchObject({ reason: 'For the outage' })
  })

  it('that comes too late is gone at once', () => {
    const lot = presentOf(1, 10, { expiresAt: day(1) })
    const decision = addLot(emptyAccount, { lot, reason: null, now: day(1) })
    expect(movesOf(decision)).toEqual(['open 1 10', 'expire 1 -10'])
  })

  it('with nothing in it, or with the id of another, is a bug', () => {
    expect(() => add(emptyAccount, presentOf(1, 0))).toThrow('has units')
    const twice = () => add(add(emptyAccount, presentOf(1, 5)), purchaseOf(1, 5))
    expect(twice).toThrow('opened once')
  })
})

describe('a refund', () => {
  const refundOf = (units: number, refundId = 'r') => ({
    refundId,
    sourceId: 'source 1',
    units: decimal(units),
    now: day(3),
  })

  it.each([
    ['takes back everything unspent', 0, 10, ['0', '0', '0', '0'], {}],
    ['takes back what is unspent', 4, 10, ['0', '0', '4', '0'], {}],
    ['takes back a part', 4, 5, ['1', '0', '0', '0'], { 1: '1' }],
    ['of what is spent takes nothing', 10, 10, ['0', '0', '10', '0'], {}],
  ])('%s', (_title, burned, units, figures, left) => {
    const account = burnUnits(add(emptyAccount, purchaseOf(1, 10)), burned)
    const decision = refundPurchase(account, refundOf(units))
    expect(figuresOf(decision)).toEqual(figures)
    expect(leftIn(decision.account)).toEqual(left)
  })

  it('touches no other lot, and happens once', () => {
    const account = add(
      add(add(emptyAccount, purchaseOf(1, 10)), purchaseOf(2, 10)),
      presentOf(3, 5),
    )
    const decision = refundPurchase(account, refundOf(6))
    expect(leftIn(decision.account)).toEqual({ 1: '4', 2: '10', 3: '5' })
    expect(refundPurchase(decision.account, refundOf(6)).movements).toEqual([])
    expect(leftIn(refundPurchase(decision.account, refundOf(6, 'r2')).account)).toEqual({
      2: '10',
      3: '5',
    })
  })

  it('of a purchase leaves a present with the same origin', () => {
    const present = { ...presentOf(2, 5), sourceId: 'source 1' }
    const account = add(add(emptyAccount, purchaseOf(1, 10)), present)
    expect(leftIn(refundPurchase(account, refundOf(20)).account)).toEqual({ 2: '5' })
  })
})

describe('a deduction', () => {
  const deduction = (units: number) => ({
    deductionId: 'd',
    reason: 'Given by mistake',
    usage: pooled,
    units: decimal(units),
    now: day(3),
  })
  const account = add(
    add(add(emptyAccount, purchaseOf(1, 10)), presentOf(2, 5, { priority: 1 })),
    presentOf(3, 5, { expiresAt: day(3), priority: 2 }),
  )

  it('takes from lots in the order in which they are burned, but from no purchase', () => {
    const decision = deduct(add(account, presentOf(4, 2)), deduction(4))
    expect(movesOf(decision)).toEqual(['expire 3 -5', 'deduct 4 -2', 'deduct 2 -2'])
    expect(decision.reason).toBe('Given by mistake')
    expect(deduct(decision.account, deduction(4)).movements).toEqual([])
  })

  it('makes no overage of what isn’t there', () => {
    const decision = deduct(account, deduction(7))
    expect(figuresOf(decision)).toEqual(['10', '0', '2', '0'])
    expect(leftIn(decision.account)).toEqual({ 1: '10' })
  })
})
