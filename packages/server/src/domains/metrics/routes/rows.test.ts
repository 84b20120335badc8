import { revenueMovementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { id } from '@guildhall/contract/primitives'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, acme, calls } = sellingServer([
  'checkouts:read',
  'metrics:read',
  'orders:read',
  'organizations:write',
  'subscriptions:read',
])
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
  await placeAtBorders('orders', { at: 'created_at', key: 'id' })
  await runOn(db.ownerUrl, everyKind)
  await placeAtBorders('subscription_movement', { at: 'occurred_at', key: 'subscription_id' })
  await runOn(db.ownerUrl, inTwoCurrencies)
  await placeAtBorders('checkout', { at: 'created_at', key: 'id' })
})

interface Placed {
  readonly at: string
  readonly key: string
}

/** Rows in the first and the last moment of days that begin when Berlin’s begin. */
const placeAtBorders = (table: string, { at, key }: Placed) =>
  runOn(
    db.ownerUrl,
    `update ${table} t set ${at} = b.at
       from (select ctid as place, row_number() over (partition by currency order by ${key}) as n
               from ${table} where organization_id = '${shop.organizationId}') r,
            (select at, row_number() over (order by at) as n from unnest(
              '{${borders.join()}}'::timestamptz[]) at) b
      where t.organization_id = '${shop.organizationId}' and t.ctid = r.place and r.n = b.n`,
  )

const inTwoCurrencies = `
  update checkout set expires_at = '2027-01-01',
         currency = case when hashtext(id::text) % 2 = 0 then 'usd' else 'eur' end`

const everyKind = `
  update subscription_movement m
     set kind = ('{${revenueMovementKinds.join()}}'::text[])[
       1 + abs(hashtext(subscription_id::text || version)) % ${revenueMovementKinds.length}]`

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

const figuresShape = z.object({ totals: z.record(z.string(), z.number()) })
const listed = z.object({ pagination: z.object({ total_count: z.number() }) })

it.each(cases)(
  'checkouts from $start to $end in $currency, of product $product, are as many as the figures',
  async ({ start, end, from, until, currency, product }) => {
    const of = { currency, ...(product !== null && { product_id: shop.products[product] ?? '' }) }
    const days = { start_date: start, end_date: end, interval: 'month' }
    const { totals: figures } = await ask(figuresShape, '/metrics/', { ...days, ...of })
    // Beyond the end, because these checkouts have no secrets to be shown.
    const page = { page: '1000', created_after: from, created_before: until }
    const counted = async (query: object) => {
      const filters = { ...page, ...of, ...query }
      return (await ask(listed, '/checkouts/', filters)).pagination.total_count
    }
    expect([await counted({}), await counted({ status: 'succeeded' })]).toEqual([
      figures['checkouts'],
      figures['succeeded_checkouts'],
    ])
  },
)

const figuresOfMovements = {
  new: 'new_run_rate',
  expansion: 'expansion_run_rate',
  contraction: 'contraction_run_rate',
  churn: 'churned_run_rate',
  reactivation: 'reactivated_run_rate',
  price_migration: 'migrated_run_rate',
  pause: 'paused_run_rate',
  resumption: 'resumed_run_rate',
} as const satisfies Record<(typeof revenueMovementKinds)[number], string>

const movement = z.object({
  subscription_id: z.string(),
  kind: z.enum(revenueMovementKinds),
  amount: z.number(),
  started: z.boolean(),
  ended: z.boolean(),
})
const movementPage = z.object({ items: z.array(movement), next_cursor: z.nullable(z.string()) })
const movementTotals = z.object({
  items: z.array(
    z.object({
      currency: z.string(),
      kind: z.enum(revenueMovementKinds),
      amount: z.number(),
      started: z.number(),
      ended: z.number(),
    }),
  ),
})

/** All pages of the list, which are small so that they end among rows of one moment. */
async function allMovements(query: object) {
  const rows: z.output<typeof movement>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next = cursor === '' ? {} : { cursor }
    const read: z.output<typeof movementPage> = await ask(movementPage, '/metrics/movements', {
      limit: '37',
      ...query,
      ...next,
    })
    rows.push(...read.items)
    cursor = read.next_cursor
  }
  return rows
}

const sumOf = <T>(rows: readonly T[], valueOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + valueOf(row), 0)

it.each(cases)(
  'movements from $start to $end in $currency, of product $product, add up to the figures',
  async ({ start, end, currency, product }) => {
    const of = { currency, ...(product !== null && { product_id: shop.products[product] ?? '' }) }
    const days = { start_date: start, end_date: end }
    const asked = { ...days, ...of }
    const { totals: figures } = await ask(figuresShape, '/metrics/', {
      ...asked,
      interval: 'month',
    })
    const rows = await allMovements(asked)
    const summed = (await ask(movementTotals, '/metrics/movements/totals', asked)).items
    for (const kind of revenueMovementKinds) {
      const figure = figures[figuresOfMovements[kind]]
      const isKind = (row: { readonly kind: string }) => row.kind === kind
      expect(sumOf(rows.filter(isKind), ({ amount }) => amount)).toBe(figure)
      expect(sumOf(summed.filter(isKind), ({ amount }) => amount)).toBe(figure)
    }
    const started = await allMovements({ ...asked, started: 'true' })
    const ended = await allMovements({ ...asked, ended: 'true' })
    expect(started).toEqual(rows.filter((row) => row.started))
    expect([started.length, ended.length]).toEqual([
      figures['new_subscriptions'],
      figures['churned_subscriptions'],
    ])
    expect([sumOf(summed, (one) => one.started), sumOf(summed, (one) => one.ended)]).toEqual([
      figures['new_subscriptions'],
      figures['churned_subscriptions'],
    ])
    for (const reason of cancellationReasons) {
      const forReason = { ...asked, ended: 'true', cancellation_reason: reason }
      const counted = (await ask(movementTotals, '/metrics/movements/totals', forReason)).items
      expect(sumOf(counted, (one) => one.ended)).toBe(figures[`cancellations_${reason}`])
    }
  },
)

const correctionPage = z.object({
  items: z.array(z.object({ kind: z.string(), amount: z.number(), counted: z.number() })),
})

it.each(cases)(
  'refunds and disputes from $start to $end in $currency, of product $product, add up to the figures',
  async ({ start, end, currency, product }) => {
    const of = { currency, ...(product !== null && { product_id: shop.products[product] ?? '' }) }
    const asked = { start_date: start, end_date: end, ...of }
    const { totals: figures } = await ask(figuresShape, '/metrics/', {
      ...asked,
      interval: 'month',
    })
    const path = '/metrics/corrections'
    const listed = (await ask(correctionPage, path, { ...asked, limit: '1000' })).items
    const summed = (await ask(correctionPage, `${path}/totals`, asked)).items
    for (const rows of [listed, summed]) {
      const of = (kind: string) => rows.filter((row) => row.kind.startsWith(kind))
      const lost = of('dispute_lost')
      const disputes = of('dispute').filter((row) => !lost.includes(row))
      expect({
        refunds: sumOf(of('refund'), ({ counted }) => counted),
        refunded_amount: sumOf(of('refund'), ({ amount }) => amount),
        disputes: sumOf(disputes, ({ counted }) => counted),
        lost_disputes: sumOf(lost, ({ counted }) => counted),
        lost_amount: sumOf(lost, ({ amount }) => amount),
      }).toEqual({
        refunds: figures['refunds'],
        refunded_amount: figures['refunded_amount'],
        disputes: figures['disputes'],
        lost_disputes: figures['lost_disputes'],
        lost_amount: figures['lost_amount'],
      })
    }
  },
)

it('the file has the rows of the list, in its order', async () => {
  const days = { start_date: '2025-09-01', end_date: '2026-06-30' }
  const query = new URLSearchParams(days).toString()
  const columns = 'columns=subscription_id&columns=amount'
  const { status, text } = await calls.get(`/metrics/movements/export?${query}&${columns}`)
  expect(status).toBe(200)
  const rows = await allMovements(days)
  expect(rows.length).toBeGreaterThan(100)
  expect(text.trimEnd().split('\r\n')).toEqual([
    'subscription_id,amount',
    ...rows.map((row) => `${row.subscription_id},${row.amount}`),
  ])
})

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
