import { describe, expect, it, test } from 'vitest'
import {
  fixed,
  meteredBy,
  on,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused } from '../../../kernel/refusal.ts'
import { decideRevocation } from './cancellation.ts'
import type { Decision } from './decision.ts'
import { decideProductChange } from './product-change.ts'
import { periodPrice } from './usage-charges.ts'

const metered = meteredBy({
  pricing: { scheme: 'unit', unitAmount: decimal(2) },
  includedUnits: decimal(30),
  minimumAmount: minorUnits(300),
})
const basic = product('Basic', [fixed(1000), metered])
const pro = product('Pro', [fixed(2000), metered])
const yearly = product('Yearly', [fixed(9000), metered], { interval: 'year' })
const april = on('2030-04-01')

describe('the price of a part of a period', () => {
  const facts = subscribed(basic, april)
  const [, price] = facts.prices

  it.each([
    ['the whole period', null, on('2030-05-01'), '30', 300],
    ['until long after it', null, on('2030-06-01'), '30', 300],
    ['until a tenth of it', null, on('2030-04-04'), '3', 30],
    ['until its start', null, april, '0', 0],
    ['since a third of it', on('2030-04-11'), on('2030-05-01'), '20', 200],
    ['between two days', on('2030-04-11'), on('2030-04-12'), '1', 10],
    ['since before it began', on('2030-03-01'), on('2030-05-01'), '30', 300],
    ['after its end', on('2030-05-01'), on('2030-05-01'), '0', 0],
  ])('%s', (_title, since, until, included, minimum) => {
    const usage = price?.usage ? { ...price.usage, since } : null
    const part = periodPrice({ metered: price?.metered ?? null, usage }, facts.period, until)
    expect(formatDecimal(part.includedUnits)).toBe(included)
    expect(part.minimumAmount).toBe(minimum)
  })
})

const usageIn = (decision: Decision) =>
  (decision.order?.entries ?? decision.entries)
    .filter(({ kind }) => kind === 'metered')
    .map(({ amount }) => amount)

test('what is billed when a period ends early depends on whether its price comes back', () => {
  const facts = used(subscribed(basic, april), '30')
  const now = on('2030-04-16')
  const changeTo = (target: typeof pro, mode: 'invoice' | 'reset') => {
    const decision = decideProductChange(facts, { product: target, mode }, now)
    expect(isRefused(decision)).toBe(false)
    return isRefused(decision) ? null : decision
  }
  const billed = [changeTo(pro, 'invoice'), changeTo(yearly, 'invoice'), changeTo(pro, 'reset')]
  expect(billed.map((one) => one && [usageIn(one), one.cutAt])).toEqual([
    [[150], now],
    [[150], now],
    [[300], null],
  ])
  const revoked = decideRevocation(facts, {}, now)
  expect(isRefused(revoked) ? null : usageIn(revoked)).toEqual([300])
})
