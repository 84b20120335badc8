import { id } from '@guildhall/contract/primitives'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, acme, calls } = sellingServer(['metrics:read', 'orders:read', 'organizations:write'])
let shop: HistoricShop

beforeAll(async () => {
  shop = await newHistory({
    ownerUrl: db.ownerUrl,
    organizationId: id('organization').parse(acme.id),
    subscriptions: 60,
    from: '2025-09-01',
    until: '2026-06-01',
  })
  await calls.patch(`/organizations/${acme.id}/billing-settings`, { time_zone: 'Europe/Berlin' })
  await placeAtBorders()
})

/** Orders in the first and the last moment of days that begin when Berlin’s begin. */
const placeAtBorders = () =>
  runOn(
    db.ownerUrl,
    `update orders o set created_at = b.at
       from (select id, currency, row_number() over (partition by currency order by id) as n
               from orders where organization_id = '${shop.organizationId}') r,
            (select at, row_number() over (order by at) as n from unnest(
              '{${borders.join()}}'::timestamptz[]) at) b
      where o.organization_id = '${shop.organizationId}' and o.id = r.id and r.n = b.n`,
  )

/** By Berlin’s offset: clocks are set back on 26 October, and forward on 29 March. */
const ranges = [
  ['2025-10-25', '2025-10-25', '2025-10-25T00:00:00+02:00', '2025-10-26T00:00:00+02:00'],
  ['2025-10-26', '2025-10-26', '2025-10-26T00:00:00+02:00', '2025-10-27T00:00:00+01:00'],
  ['2025-10-27', '2025-10-27', '2025-10-27T00:00:00+01:00', '2025-10-28T00:00:00+01:00'],
  ['2025-10-01', '2025-10-31', '2025-10-01T00:00:00+02:00', '2025-11-01T00:00:00+01:00'],
  ['2026-02-01', '2026-02-28', '2026-02-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00'],
  ['2026-03-28', '2026-03-28', '2026-03-28T00:00:00+01:00', '2026-03-29T00:00:00+01:00'],
  ['2026-03-29', '2026-03-29', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ['2026-03-30', '2026-03-30', '2026-03-30T00:00:00+02:00', '2026-03-31T00:00:00+02:00'],
  ['2026-03-01', '2026-03-31', '2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00'],
  ['2025-09-01', '2026-06-30', '2025-09-01T00:00:00+02:00', '2026-07-01T00:00:00+02:00'],
] as const

const momentBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString()

const borders = [...new Set(ranges.flatMap(([, , from, until]) => [from, until]))].flatMap((at) => [
  momentBefore(at),
  new Date(at).toISOString(),
])

const metrics = z.object({ totals: z.object({ orders: z.number(), revenue: z.number() }) })
const totals = z.object({
  items: z.array(z.object({ currency: z.string(), orders: z.number(), net_amount: z.number() })),
})
const page = z.object({ items: z.array(z.object({ net_amount: z.number() })) })

const ask = async <S extends z.core.$ZodType>(shape: S, path: string, query: object) => {
  const { status, body } = await calls.get(
    `${path}?${new URLSearchParams({ ...query }).toString()}`,
  )
  expect(status).toBe(200)
  return z.parse(shape, body)
}

const cases = ranges.flatMap(([start, end, from, until]) =>
  ['usd', 'eur'].flatMap((currency) =>
    [null, 0, 2].map((product) => ({ start, end, from, until, currency, product })),
  ),
)

it.each(cases)(
  'orders from $start to $end in $currency, of product $product, add up to the figures',
  async ({ start, end, from, until, currency, product }) => {
    const of = { currency, ...(product !== null && { product_id: shop.products[product] ?? '' }) }
    const days = { start_date: start, end_date: end, interval: 'month' }
    const figures = (await ask(metrics, '/metrics/', { ...days, ...of })).totals
    const filters = { created_after: from, created_before: until, ...of }
    const { items } = await ask(page, '/orders/', { ...filters, limit: '1000' })
    const revenue = items.reduce((sum, { net_amount }) => sum + net_amount, 0)
    expect({ orders: items.length, revenue }).toEqual(figures)
    const [total = { orders: 0, net_amount: 0 }] = (await ask(totals, '/orders/totals', filters))
      .items
    expect({ orders: total.orders, revenue: total.net_amount }).toEqual(figures)
  },
)

it('there are orders at the borders, so a moment more would be seen', async () => {
  const [, , from, until] = ranges[6]
  const within = await ask(page, '/orders/', { created_after: from, created_before: until })
  const longer = await ask(page, '/orders/', {
    created_after: momentBefore(from),
    created_before: new Date(Date.parse(until) + 1).toISOString(),
  })
  expect(longer.items.length).toBe(within.items.length + 4)
})

it('totals are of each currency apart', async () => {
  const { items } = await ask(totals, '/orders/totals', {})
  expect(items.map(({ currency }) => currency)).toEqual(['eur', 'usd'])
})
