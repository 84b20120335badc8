import { id as idOf } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import {
  fixed,
  metered,
  on,
  percent,
  product,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { PeriodPrice } from '../../../kernel/metered-price.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { Settlement } from './facts.ts'
import { decideLateUsage, type LateUsage } from './late-usage.ts'

const plan = product('Metered', [fixed(1000), metered('2')])
const facts = subscribed(plan, on('2030-04-01'))
const [, price] = facts.prices
const productPriceId = price?.productPriceId ?? idOf('productPrice').parse('')
const meterId = price?.meterId ?? idOf('meter').parse('')

const perUnit: PeriodPrice = {
  pricing: { scheme: 'unit', unitAmount: decimal('2') },
  includedUnits: decimal(0),
  minimumAmount: null,
  capAmount: null,
}

/** What was billed for March, and is another number of units by now. */
function late(billed: number, now: string, input: Partial<LateUsage> = {}): LateUsage {
  return {
    meterId,
    meterName: 'Requests',
    productPriceId,
    period: { start: on('2030-03-01'), end: on('2030-04-01') },
    price: perUnit,
    billed: { consumed: decimal(billed), credited: decimal(0) },
    amount: minorUnits(2 * billed),
    isOpen: false,
    current: { consumed: decimal(now), credited: decimal(0) },
    settlements: [],
    ...input,
  }
}

const paidItem = (net: number, tax = 0): Settlement => ({
  orderId: idOf('order').parse('01a20000-0000-7000-8000-000000000001'),
  orderItemId: idOf('orderItem').parse('01a20000-0000-7000-8000-000000000002'),
  productPriceId,
  netAmount: minorUnits(net),
  taxAmount: minorUnits(tax),
  creditedAmount: minorUnits(0),
  creditedTaxAmount: minorUnits(0),
  orderLeft: { amount: minorUnits(net + 1000), taxAmount: minorUnits(tax) },
})

describe('usage of a billed period that was reported later', () => {
  test('costs what all of it costs, less what was billed', () => {
    const { entries, settled, after } = decideLateUsage(facts, [late(10, '13')])
    expect(entries).toMatchObject([
      {
        kind: 'metered',
        amount: 6,
        label: 'Requests — (3 units reported later) × $0.02 — From Mar 1, 2030 to Apr 1, 2030',
        reverses: null,
      },
    ])
    expect(settled).toMatchObject([{ amount: 26 }])
    expect(after.waiting).toEqual(entries)
  })

  test('costs no more than the cap of its period', () => {
    const capped = { price: { ...perUnit, capAmount: minorUnits(24) } }
    expect(decideLateUsage(facts, [late(10, '100', capped)]).entries).toMatchObject([{ amount: 4 }])
    const full = late(10, '100', { ...capped, amount: minorUnits(24) })
    const decision = decideLateUsage(facts, [full])
    expect(decision).toMatchObject({ entries: [], transitions: [], settled: [{ amount: 24 }] })
  })

  test('gets a percentage that continues', () => {
    const discounted = subscribed(plan, on('2030-04-01'), { discount: percent(50) })
    expect(decideLateUsage(discounted, [late(10, '20')]).entries).toMatchObject([{ amount: 10 }])
  })
})

describe('usage of a billed period that was corrected', () => {
  test('is credited in proportion to what was paid for it, with its tax', () => {
    const paid = late(10, '5', { settlements: [paidItem(16, 4)] })
    expect(decideLateUsage(facts, [paid]).entries).toMatchObject([
      { kind: 'metered', amount: -8, reverses: { taxAmount: -2 } },
    ])
  })

  test('is credited in proportion to all that was paid for it and has not come back', () => {
    const [first, later] = [paidItem(12), { ...paidItem(8), creditedAmount: minorUnits(4) }]
    const paid = late(8, '4', { settlements: [later, first] })
    const { entries } = decideLateUsage(facts, [paid])
    expect(entries.map(({ amount }) => amount)).toEqual([-4, -4])
  })

  test('waits until the order is paid', () => {
    const decision = decideLateUsage({ ...facts, hasOpenOrders: true }, [late(10, '5')])
    expect(decision).toMatchObject({ entries: [], settled: [] })
    const more = decideLateUsage({ ...facts, hasOpenOrders: true }, [late(10, '15')])
    expect(more.entries).toMatchObject([{ amount: 10 }])
  })

  test('gives nothing for what has come back', () => {
    const returned = { ...paidItem(16), creditedAmount: minorUnits(16) }
    const decision = decideLateUsage(facts, [late(10, '5', { settlements: [returned] })])
    expect(decision).toMatchObject({ entries: [], settled: [{ amount: 10 }] })
  })
})
