import { expect, it } from 'vitest'
import {
  fixed,
  metered,
  on,
  product,
  subscribed,
  used,
} from '../../../../test/subscription-facts.ts'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { SubscriptionFacts } from './facts.ts'
import { forecastUsage } from './usage-forecast.ts'

const april = on('2030-04-01')
const basic = subscribed(product('Basic', [fixed(1000), metered('2.5')]), april)

interface Known {
  readonly addsUp?: boolean
  readonly left?: string
}

function forecast(
  facts: SubscriptionFacts,
  now: string,
  { addsUp = true, left = '0' }: Known = {},
): string | null {
  const meterId = facts.prices[1]?.meterId
  const outlooks = new Map(meterId ? [[meterId, { addsUp, creditsLeft: decimal(left) }]] : [])
  const usage = forecastUsage(facts, outlooks, on(now))?.prices[1]?.usage
  if (!usage) return null
  return `${formatDecimal(usage.consumed)} of which ${formatDecimal(usage.credited)} are covered`
}

const since = (facts: SubscriptionFacts, start: Date): SubscriptionFacts => ({
  ...facts,
  prices: facts.prices.map((price) =>
    price.usage === null ? price : { ...price, usage: { ...price.usage, since: start } },
  ),
})

it.each<[string, string | null, string | null]>([
  ['a third of the period', forecast(used(basic, '10'), '2030-04-11'), '30 of which 0 are covered'],
  [
    'a part of a unit, rounded',
    forecast(used(basic, '1'), '2030-04-10'),
    '3 of which 0 are covered',
  ],
  [
    'all but a second',
    forecast(used(basic, '7'), '2030-04-30T23:59:59Z'),
    '7 of which 0 are covered',
  ],
  [
    'since its price changed',
    forecast(since(used(basic, '5'), on('2030-04-21')), '2030-04-26'),
    '10 of which 0 are covered',
  ],
  [
    'credits that last',
    forecast(used(basic, '10', 10), '2030-04-11', { left: '90' }),
    '30 of which 30 are covered',
  ],
  [
    'credits that run out',
    forecast(used(basic, '10', 10), '2030-04-11', { left: '5' }),
    '30 of which 15 are covered',
  ],
  [
    'credits that have run out',
    forecast(used(basic, '10', 4), '2030-04-11', { left: '-6' }),
    '30 of which 4 are covered',
  ],
  ['less than a tenth of it', forecast(used(basic, '10'), '2030-04-03T23:00:00Z'), null],
  ['a period that is over', forecast(used(basic, '10'), '2030-05-01'), null],
  ['nothing used', forecast(basic, '2030-04-11'), null],
  ['corrected to below nothing', forecast(used(basic, '-2'), '2030-04-11'), null],
  ['a maximum', forecast(used(basic, '10'), '2030-04-11', { addsUp: false }), null],
  ['a trial', forecast(used({ ...basic, status: 'trialing' }, '10'), '2030-04-11'), null],
])('usage is forecast from %s', (_from, forecast, expected) => {
  expect(forecast).toBe(expected)
})
