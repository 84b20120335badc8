import { describe, expect, it, test } from 'vitest'
import {
  day,
  emptyAccount,
  figuresOf,
  leftIn,
  lotIdOf,
  movedUnits,
  movesOf,
  presentOf,
  purchaseOf,
  shapeOf,
  subscriptionOf,
  usageOf,
} from '../../../../test/credits.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { CreditAccount } from './account.ts'
import { burn, burnedBy, restore } from './burn.ts'
import { cycle, reinstateCredits, resetCredits, revokeCredits } from './grant-cycles.ts'
import { addLot, billOverages } from './lot-changes.ts'

interface Terms {
  readonly grantId?: string
  readonly units?: number
  readonly cap?: number | null
  readonly expiresAt?: Date
  readonly rolledUntil?: Date
}

/** The lot of a cycle is called by its day, what rolls over by a hundred more. */
const cycling = (number: number, { grantId = 'g', units = 100, cap, ...terms }: Terms = {}) => {
  const { sourceId: _sourceId, ...shape } = shapeOf(number, units, {
    createdAt: day(number),
    expiresAt: terms.expiresAt ?? null,
    rollover: cap === undefined ? null : { cap: cap === null ? null : decimal(cap) },
  })
  return {
    grantId,
    periodStart: day(number),
    lot: { ...shape, source: 'grant' } as const,
    rollover: { id: lotIdOf(number + 100), expiresAt: terms.rolledUntil ?? null },
    now: day(number),
  }
}

const burned = (account: CreditAccount, units: number | string, eventId = 'e', usage = usageOf()) =>
  burn(account, { eventId, usage, units: decimal(units), now: day(2) })

const add = (account: CreditAccount, lot: Parameters<typeof addLot>[1]['lot']) =>
  addLot(account, { lot, reason: null, now: day(1) }).account

describe('a cycle', () => {
  it('opens the first lot of a grant', () => {
    expect(movesOf(cycle(emptyAccount, cycling(1)))).toEqual(['open 1 100'])
  })

  it('lets vanish what doesn’t roll over', () => {
    const { account } = burned(cycle(emptyAccount, cycling(1)).account, '30.5')
    expect(movesOf(cycle(account, cycling(5)))).toEqual(['reset 1 -69.5', 'open 5 100'])
  })

  it.each<[string, number | null, number, Record<number, string>]>([
    ['all that is left', null, 30, { 105: '70', 5: '100' }],
    ['nothing of what is spent', null, 100, { 5: '100' }],
    ['what is below the cap', 80, 30, { 105: '70', 5: '100' }],
    ['what equals the cap', 70, 30, { 105: '70', 5: '100' }],
    ['what the cap leaves', 50, 30, { 105: '50', 5: '100' }],
    ['nothing with a cap of zero', 0, 30, { 5: '100' }],
  ])('rolls over %s', (_title, cap, units, left) => {
    const { account } = burned(cycle(emptyAccount, cycling(1, { cap })).account, units)
    const decision = cycle(account, cycling(5, { cap }))
    expect(leftIn(decision.account)).toEqual(left)
    expect(movedUnits(decision, 'roll_over')).toBe(left[105] === undefined ? '0' : `-${left[105]}`)
  })

  it('keeps what rolled over before, within one cap for all of it', () => {
    const terms = { cap: 150, units: 100 }
    const second = cycle(cycle(emptyAccount, cycling(1, terms)).account, cycling(5, terms)).account
    expect(leftIn(second)).toEqual({ 105: '100', 5: '100' })
    const third = cycle(second, cycling(9, terms))
    expect(movesOf(third)).toEqual([
      'reset 105 -50',
      'roll_over 5 -100',
      'open 109 100',
      'open 9 100',
    ])
    expect(leftIn(third.account)).toEqual({ 105: '50', 109: '100', 9: '100' })
  })

  it('cuts what expires first', () => {
    const terms = { cap: 150, units: 100 }
    const first = cycle(emptyAccount, cycling(1, terms)).account
    const second = cycle(first, cycling(5, { ...terms, rolledUntil: day(20) })).account
    const third = cycle(second, cycling(9, { ...terms, rolledUntil: day(15) })).account
    expect(leftIn(third)).toEqual({ 105: '50', 109: '100', 9: '100' })
    const fourth = cycle(third, cycling(13, terms)).account
    expect(leftIn(fourth)).toEqual({ 105: '50', 113: '100', 13: '100' })
  })

  it('follows what the lots say, not what the benefit says by now', () => {
    const first = cycle(emptyAccount, cycling(1, { cap: null })).account
    const without = cycle(first, cycling(5, { units: 10 })).account
    expect(leftIn(without)).toEqual({ 105: '100', 5: '10' })
    expect(leftIn(cycle(without, cycling(9, { units: 10 })).account)).toEqual({
      105: '100',
      9: '10',
    })
  })

  it('happens once for each period, however often it is paid or reported', () => {
    const first = burned(cycle(emptyAccount, cycling(1)).account, 40).account
    const other = { ...cycling(1), lot: { ...cycling(1).lot, id: lotIdOf(7) }, now: day(3) }
    expect(cycle(first, other).movements).toEqual([])
  })

  it('covers what its period has used before it was paid', () => {
    const { account } = burned(emptyAccount, 30)
    expect(figuresOf(cycle(account, cycling(3)))).toEqual(['70', '0', '0', '0'])
  })

  it('leaves out lots that end with the period by their own date', () => {
    const { account } = cycle(emptyAccount, cycling(1, { expiresAt: day(5) }))
    expect(movesOf(cycle(account, cycling(5)))).toEqual(['expire 1 -100', 'open 5 100'])
  })

  it('leaves nothing to give back to', () => {
    const first = burned(cycle(emptyAccount, cycling(1, { cap: null })).account, 40)
    const next = cycle(first.account, cycling(5, { cap: null })).account
    const voided = {
      eventId: 'e',
      usage: usageOf(),
      burned: burnedBy(first.movements),
      now: day(6),
    }
    expect(figuresOf(restore(next, voided))).toEqual(['160', '0', '40', '0'])
  })
})

describe('a grant that credits another meter from now on', () => {
  it('leaves nothing here, and nothing comes back', () => {
    const account = add(cycle(emptyAccount, cycling(1, { cap: null })).account, presentOf(9, 5))
    const resetting = (id: string) => ({ grantId: 'g', id, now: day(3) })
    const reset = resetCredits(account, resetting('a'))
    expect(movesOf(reset)).toEqual(['reset 1 -100'])
    expect(leftIn(reset.account)).toEqual({ 9: '5' })
    const revoked = revokeCredits(account, resetting('b')).account
    const gone = resetCredits(revoked, resetting('c')).account
    expect(reinstateCredits(gone, resetting('d')).movements).toEqual([])
  })
})

describe('a revocation', () => {
  const revoking = (id: string, grantId = 'g') => ({ grantId, id, now: day(3) })
  const first = burned(cycle(emptyAccount, cycling(1)).account, 40).account

  it('takes what is unspent, and makes no debt of what is spent', () => {
    const decision = revokeCredits(first, revoking('a'))
    expect(movesOf(decision)).toEqual(['revoke 1 -60'])
    expect(figuresOf(decision)).toEqual(['0', '0', '0', '0'])
    expect(revokeCredits(decision.account, revoking('b')).movements).toEqual([])
  })

  it('gives the same back when the grant comes back, and not the period’s credits anew', () => {
    const revoked = revokeCredits(first, revoking('a')).account
    const back = reinstateCredits(revoked, revoking('b'))
    expect(movesOf(back)).toEqual(['reinstate 1 60'])
    expect(cycle(back.account, cycling(1)).movements).toEqual([])
    expect(reinstateCredits(back.account, revoking('c')).movements).toEqual([])
    expect(leftIn(revokeCredits(back.account, revoking('d')).account)).toEqual({})
  })

  it('covers overage that came in between when it is undone', () => {
    const over = burned(revokeCredits(first, revoking('a')).account, 25, 'e2').account
    const back = reinstateCredits(over, revoking('b'))
    expect(movesOf(back)).toEqual(['reinstate 1 60', 'cover 1 -25', 'cover - 25'])
  })

  it('isn’t undone in a later period', () => {
    const revoked = revokeCredits(first, revoking('a')).account
    const next = cycle(revoked, cycling(5)).account
    expect(reinstateCredits(next, revoking('b')).movements).toEqual([])
    expect(leftIn(next)).toEqual({ 5: '100' })
  })

  it('isn’t undone for what has expired meanwhile', () => {
    const { account } = cycle(emptyAccount, cycling(1, { expiresAt: day(3) }))
    const revoked = revokeCredits(account, { ...revoking('a'), now: day(2) }).account
    const back = reinstateCredits(revoked, revoking('b'))
    expect(figuresOf(back)).toEqual(['0', '0', '0', '0'])
  })

  it('takes what rolled over too, and nothing of other grants', () => {
    const rolled = cycle(cycle(emptyAccount, cycling(1, { cap: null })).account, cycling(5)).account
    const both = cycle(rolled, cycling(6, { grantId: 'h' })).account
    expect(leftIn(revokeCredits(both, revoking('a')).account)).toEqual({ 6: '100' })
  })
})

describe('credits aren’t lost', () => {
  const revoking = (grantId: string, id: string) => ({ grantId, id, now: day(2) })

  test.each(['revoked first', 'granted first'])('by a change of the plan: %s', (order) => {
    const before = cycle(emptyAccount, cycling(1, { grantId: 'small', units: 100 })).account
    const grant = (account: CreditAccount) =>
      cycle(account, cycling(2, { grantId: 'large', units: 1000 })).account
    const revoke = (account: CreditAccount) =>
      revokeCredits(account, revoking('small', 'change')).account
    const after = order === 'revoked first' ? grant(revoke(before)) : revoke(grant(before))
    expect(leftIn(after)).toEqual({ 2: '1000' })
  })

  test('of other subscriptions, when the benefits of a product are edited', () => {
    const two = [1, 2].reduce(
      (account, number) => cycle(account, cycling(number, { grantId: `g${number}` })).account,
      add(emptyAccount, purchaseOf(3, 50)),
    )
    const { account } = burned(two, 30)
    const removed = revokeCredits(account, revoking('g1', 'removed')).account
    const added = cycle(removed, cycling(4, { grantId: 'new' })).account
    expect(leftIn(added)).toEqual({ 2: '100', 3: '50', 4: '100' })
  })

  test('that were bought once, when a subscription starts or renews', () => {
    const bought = add(add(emptyAccount, purchaseOf(8, 500)), presentOf(9, 20))
    const started = cycle(bought, cycling(1)).account
    expect(leftIn(started)).toEqual({ 1: '100', 8: '500', 9: '20' })
    expect(leftIn(cycle(started, cycling(5)).account)).toEqual({ 5: '100', 8: '500', 9: '20' })
  })

  test('that rolled over, where no metered price bills anything', () => {
    const bought = add(emptyAccount, purchaseOf(8, 500))
    const started = cycle(bought, cycling(1, { cap: null })).account
    const renewed = cycle(started, cycling(5, { cap: null })).account
    const again = cycle(renewed, cycling(9, { cap: null })).account
    expect(leftIn(again)).toEqual({ 105: '100', 109: '100', 9: '100', 8: '500' })
  })

  test('to the overage of a period that was billed', () => {
    const usage = usageOf({ subscriptionId: subscriptionOf(1), entity: null })
    const { account } = burned(cycle(emptyAccount, cycling(1)).account, 130, 'e', usage)
    const billed = billOverages(account, { ...usage, orderId: 'o', now: day(5) })
    expect(movedUnits(billed, 'bill')).toBe('30')
    expect(figuresOf(cycle(billed.account, cycling(5)))).toEqual(['100', '0', '0', '0'])
  })
})
