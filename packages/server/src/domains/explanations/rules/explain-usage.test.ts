import { id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { MeteredPrice } from '../../../kernel/metered-price.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { explainUsage, type Settled } from './explain-usage.ts'

const price: MeteredPrice = {
  pricing: {
    scheme: 'graduated',
    tiers: [
      { upTo: decimal(10), unitAmount: decimal('2.5'), flatAmount: decimal(5) },
      { upTo: null, unitAmount: decimal('0.333'), flatAmount: decimal(0) },
    ],
  },
  includedUnits: decimal(2),
  minimumAmount: null,
  capAmount: null,
}

const [first, second] = ['1', '2'].map((digit) =>
  id('creditLot').parse(`01a20000-0000-7000-8000-00000000000${digit}`),
)

interface Input {
  readonly billed: string
  readonly counted: string
  readonly credited?: string
  readonly amount: number
  readonly lots?: readonly (readonly [typeof first, string])[]
}

const settled = ({ billed, counted, credited = '0', amount, lots = [] }: Input): Settled => ({
  usage: { consumed: decimal(billed), credited: decimal(credited) },
  amount: minorUnits(amount),
  countedUnits: decimal(counted),
  lots: lots.flatMap(([lotId, units]) =>
    lotId === undefined ? [] : { lotId, units: decimal(units) },
  ),
})

const explain = (before: Settled | null, after: Settled, itemAmount: number, other = 0) =>
  explainUsage({
    price,
    before,
    after,
    itemAmount: minorUnits(itemAmount),
    otherItemsAmount: minorUnits(other),
  })

test('tiers, included units, credits and the rounding add up to the amount', () => {
  // Of 16 units 2 are included and 3 credited; 10 are in the first tier and 1 is in the second.
  const { parts, rounding, units } = explain(
    null,
    settled({ billed: '16', counted: '16', credited: '3', amount: 30 }),
    30,
  )
  expect(formatDecimal(units)).toBe('16')
  expect(parts.map(({ kind, tier, subtotal }) => [kind, tier, formatDecimal(subtotal)])).toEqual([
    ['credited', null, '0'],
    ['included', null, '0'],
    ['units', 0, '30'],
    ['units', 1, '0.333'],
  ])
  expect(formatDecimal(rounding)).toBe('-0.333')
})

test('what came while an order was made is carried to the next', () => {
  const before = settled({ billed: '4', counted: '6.5', amount: 10 })
  const one = explain(null, before, 10)
  expect(formatDecimal(one.laterUnits)).toBe('2.5')
  const next = explain(before, settled({ billed: '8', counted: '8', amount: 20 }), 10)
  expect(formatDecimal(next.carriedUnits)).toBe('2.5')
  expect(formatDecimal(next.laterUnits)).toBe('0')
  expect(formatDecimal(next.units)).toBe('4')
  expect(next.differenceAmount).toBe(10)
})

test('what neither this item nor others bill was deducted', () => {
  const before = settled({ billed: '4', counted: '4', amount: 10 })
  const after = settled({ billed: '12', counted: '12', amount: 30 })
  expect(explain(before, after, 8, 6).deductedAmount).toBe(6)
})

test('lots serve what they served more than before, and get back what they served less', () => {
  const before = settled({
    billed: '9',
    counted: '9',
    credited: '7',
    amount: 0,
    lots: [
      [first, '4'],
      [second, '3'],
    ],
  })
  const after = settled({
    billed: '9',
    counted: '9',
    credited: '8',
    amount: 0,
    lots: [
      [first, '6.5'],
      [second, '1'],
    ],
  })
  const { lots, laterCreditUnits } = explain(before, after, 0)
  expect(lots.map(({ lotId, units }) => [lotId, formatDecimal(units)])).toEqual([
    [first, '2.5'],
    [second, '-2'],
  ])
  expect(formatDecimal(laterCreditUnits)).toBe('-0.5')
})
