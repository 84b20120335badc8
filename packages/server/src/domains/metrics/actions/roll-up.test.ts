import { type MetricName, metricNames } from '@guildhall/contract/metrics/metric-names'
import { type MetricInterval, metricIntervals } from '@guildhall/contract/metrics/metrics'
import { revenueMovementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { currency } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { clockAt } from '../../../../test/renewals.ts'
import { runOn } from '../../../../test/sql.ts'
import { assert } from '../../../kernel/assert.ts'
import type { Figures, Series } from '../rules/series.ts'
import type { MetricFilter } from '../store/cell-query.ts'
import { type MetricsQuery, type ReadMetrics, readMetrics } from './read-metrics.ts'
import { rollUpIn } from './roll-up.ts'

const db = testDatabase()
const clock = clockAt('2032-02-10T12:00:00Z')
const depsOf = () => testPaymentDeps(db.database, { clock })
let shop: HistoricShop

beforeAll(async () => {
  shop = await newHistory({
    ownerUrl: db.ownerUrl,
    subscriptions: 120,
    from: '2030-01-01',
    until: '2032-03-01',
  })
  await runOn(db.ownerUrl, everyKind)
  await enterRates()
})

/** Of movements, so that no figure is always 0. */
const everyKind = `
  update subscription_movement
     set trial_amount = 100, kind = ('{${revenueMovementKinds.join()}}'::text[])[
       1 + abs(hashtext(subscription_id::text || version)) % ${revenueMovementKinds.length}]`

const ranges: readonly (readonly [MetricInterval, string, string])[] = [
  ['hour', '2031-03-28', '2031-04-01'],
  ['day', '2031-03-01', '2032-02-20'],
  ['week', '2031-03-05', '2032-02-20'],
  ['month', '2030-01-01', '2032-02-29'],
  ['month', '2031-01-20', '2032-02-05'],
  ['year', '2029-01-01', '2033-01-01'],
  ['year', '2030-06-15', '2032-02-10'],
  ['month', '2032-02-01', '2032-02-29'],
  ['day', '2029-01-01', '2029-01-03'],
]

interface Asked extends MetricFilter {
  readonly timeZone?: string
  readonly of?: string
  readonly convert?: boolean
}

/** Without names, all figures are there. */
const readAsked = async (asked: MetricsQuery) =>
  (await readMetrics(depsOf(), asked)) as Omit<ReadMetrics, keyof Series> & Series

const query = (
  [interval, startDate, endDate]: (typeof ranges)[number],
  { timeZone = 'UTC', of = 'usd', convert = false, ...filter }: Asked,
): MetricsQuery => ({
  organizationId: shop.organizationId,
  interval,
  startDate,
  endDate,
  timeZone,
  currency: currency.parse(of),
  convert,
  ...filter,
})

const filters = (): MetricFilter[] => {
  const [first, second] = shop.products
  const [customer] = shop.customers
  assert(first !== undefined && second !== undefined && customer !== undefined, 'there are some')
  return [
    {},
    { productIds: [first] },
    { productIds: [first, second] },
    { customerIds: [customer] },
    { billingTypes: ['recurring'] },
  ]
}

async function readAll(timeZone: string): Promise<ReadMetrics[]> {
  const read: ReadMetrics[] = []
  for (const range of ranges) {
    for (const filter of filters()) {
      read.push(await readAsked(query(range, { ...filter, timeZone })))
      read.push(await readAsked(query(range, { ...filter, timeZone, convert: true })))
    }
  }
  return read
}

/** What a dollar and a euro are worth, changed in the middle of months. */
const enterRates = () =>
  runOn(
    db.ownerUrl,
    `insert into exchange_rate (organization_id, id, reporting_currency, currency, day, rate,
                                actor_type, actor_id, entered_at, version)
     select $1, gen_random_uuid(), r.reporting, r.currency, day, 0.8 + n * 0.007, 'user', $1, now(), 1
       from (values ('usd', 'eur'), ('eur', 'usd')) r (reporting, currency),
            generate_series(0, 29) n,
            lateral (select ('2029-12-17'::date + n * 31) as day) d`,
    [shop.organizationId],
  )

const daysOf = () =>
  runOn<{ days: number; until: Date }>(
    db.ownerUrl,
    `select (select count(*) from metrics_day where organization_id = r.organization_id)::int as days,
            rolled_up_until as until
       from metrics_roll_up r where organization_id = $1`,
    [shop.organizationId],
  )

const setZone = (zone: string) =>
  runOn(db.ownerUrl, 'update organization set time_zone = $2 where id = $1', [
    shop.organizationId,
    zone,
  ])

describe('days that are rolled up', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])(
    'give the figures that are counted without them, in %s',
    async (timeZone) => {
      await runOn(db.ownerUrl, 'delete from metrics_day; delete from metrics_roll_up')
      await setZone(timeZone)
      const counted = await readAll(timeZone)
      const [, , , months] = ranges
      assert(months !== undefined, 'there is a range of months')
      expect((await readAsked(query(months, {}))).totals.orders).toBeGreaterThan(300)
      await rollUpIn(depsOf(), [shop.organizationId])
      const [rolledUp] = await daysOf()
      expect(rolledUp?.days).toBeGreaterThan(1000)
      expect(rolledUp?.until.toISOString().slice(0, 10)).toMatch(/2032-02-(09|10)/)
      expect(await readAll(timeZone)).toEqual(counted)
    },
  )

  it('are made anew in another time zone, and until then nothing is read from them', async () => {
    await setZone('UTC')
    await rollUpIn(depsOf(), [shop.organizationId])
    const counted = await readAll('Asia/Tokyo')
    await setZone('Asia/Tokyo')
    expect(await readAll('Asia/Tokyo')).toEqual(counted)
    await rollUpIn(depsOf(), [shop.organizationId])
    expect((await daysOf())[0]?.until.toISOString()).toBe('2032-02-09T15:00:00.000Z')
    expect(await readAll('Asia/Tokyo')).toEqual(counted)
  })

  it('end before a checkout that may still succeed, and go on after it', async () => {
    await setZone('UTC')
    const set = (status: string) =>
      runOn(
        db.ownerUrl,
        `update checkout set status = $2 where id = (
           select id from checkout where organization_id = $1 and created_at >= '2032-01-20'
            order by created_at limit 1)`,
        [shop.organizationId, status],
      )
    await runOn(db.ownerUrl, 'delete from metrics_day; delete from metrics_roll_up')
    await set('open')
    await rollUpIn(depsOf(), [shop.organizationId])
    const until = (await daysOf())[0]?.until ?? new Date(0)
    expect(until < new Date('2032-02-01')).toBe(true)
    await set('succeeded')
    const counted = await readAll('UTC')
    await rollUpIn(depsOf(), [shop.organizationId])
    expect((await daysOf())[0]?.until.toISOString()).toBe('2032-02-10T00:00:00.000Z')
    expect(await readAll('UTC')).toEqual(counted)
  })

  it('are used: what is wrong in them is wrong in the figures', async () => {
    const range = ['month', '2031-01-01', '2031-12-31'] as const
    const before = await readAsked(query(range, {}))
    await runOn(
      db.ownerUrl,
      `update metrics_day set revenue = revenue + 1
        where organization_id = $1 and product_id is null and currency = 'usd'
          and starts_at = (select min(starts_at) from metrics_day where organization_id = $1
                              and product_id is null and currency = 'usd'
                              and starts_at >= '2031-05-01')`,
      [shop.organizationId],
    )
    const after = await readAsked(query(range, {}))
    expect(after.totals.revenue).toBe(before.totals.revenue + 1)
    await runOn(db.ownerUrl, 'delete from metrics_day; delete from metrics_roll_up')
  })
})

const movedIn = (figures: Figures): number =>
  figures.newRunRate +
  figures.expansionRunRate +
  figures.contractionRunRate +
  figures.churnedRunRate +
  figures.reactivatedRunRate +
  figures.migratedRunRate +
  figures.pausedRunRate +
  figures.resumedRunRate

describe('figures that are asked for alone', () => {
  it.each([false, true])('are the same as among all, converted or not: %s', async (convert) => {
    await rollUpIn(depsOf(), [shop.organizationId])
    const asked = query(['month', '2030-03-10', '2032-02-29'], { convert })
    const { periods, totals } = await readAsked(asked)
    const course = (name: MetricName) => periods.map(({ figures }) => figures[name])
    const moves = metricNames.filter((name) => course(name).some((value) => value !== 0))
    expect(metricNames.filter((name) => !moves.includes(name))).toEqual(
      convert ? [] : ['revaluedRunRate'],
    )
    for (const name of metricNames) {
      const alone = await readMetrics(depsOf(), { ...asked, names: [name] })
      expect(alone.periods.map(({ figures }) => figures)).toEqual(
        course(name).map((value) => ({ [name]: value })),
      )
      expect(alone.totals).toEqual({ [name]: totals[name] })
    }
  })
})

describe('the figures', () => {
  it('add up: movements are the difference of the run-rate in every bucket', async () => {
    for (const interval of metricIntervals.filter((one) => one !== 'hour')) {
      const end = interval === 'day' ? '2030-12-31' : '2032-02-29'
      for (const of of ['usd', 'eur']) {
        const range = [interval, interval === 'week' ? '2031-03-03' : '2030-01-01', end] as const
        const { periods } = await readAsked(query(range, { of }))
        const rates = periods.map(({ figures }) => figures.listRunRate)
        expect(rates.slice(1).map((rate, at) => rate - (rates[at] ?? 0))).toEqual(
          periods.slice(1).map(({ figures }) => movedIn(figures)),
        )
      }
    }
  })

  it('add up where they are converted, with what other rates made of the run-rate', async () => {
    const range = ['month', '2030-01-01', '2032-02-29'] as const
    const { periods, conversion } = await readAsked(query(range, { convert: true }))
    expect(conversion?.unconverted).toEqual([])
    const rates = periods.map(({ figures }) => figures.listRunRate)
    const later = periods.slice(1).map(({ figures }) => figures)
    expect(rates.slice(1).map((rate, at) => rate - (rates[at] ?? 0))).toEqual(
      later.map((figures) => movedIn(figures) + figures.revaluedRunRate),
    )
    expect(later.filter(({ revaluedRunRate }) => revaluedRunRate !== 0).length).toBeGreaterThan(20)
  })

  it('of all time are the same in each bucketing, and are what the rows come to', async () => {
    const [row] = await runOn<{ revenue: number }>(
      db.ownerUrl,
      `with days as (
         select o.currency, date_trunc('day', o.created_at at time zone 'UTC')::date as day,
                sum(net_amount) filter (where subscription_id is null) as once,
                sum(net_amount) filter (where subscription_id is not null) as again
           from orders o where o.organization_id = $1 and o.created_at < '2032-02-10' group by 1, 2)
       select sum(round(coalesce(once, 0) * rate) + round(coalesce(again, 0) * rate))::int as revenue
         from days d
        cross join lateral (
          select case d.currency when 'usd' then 1 else (
                   select rate from exchange_rate r
                    where r.organization_id = $1 and r.reporting_currency = 'usd' and r.day <= d.day
                    order by r.day desc limit 1) end as rate) r`,
      [shop.organizationId],
    )
    for (const range of [
      ['year', '2030-01-01', '2032-02-09'],
      ['month', '2032-02-01', '2032-02-09'],
      ['day', '2032-02-01', '2032-02-09'],
    ] as const) {
      const { totals } = await readAsked(query(range, { convert: true }))
      expect(totals.cumulativeRevenue).toBe(row?.revenue)
    }
  })

  it('count each currency apart', async () => {
    const range = ['year', '2030-01-01', '2032-02-29'] as const
    const [dollars, euros] = await Promise.all(
      ['usd', 'eur'].map((of) => readAsked(query(range, { of }))),
    )
    expect(dollars?.currencies).toEqual(['eur', 'usd'])
    const [row] = await runOn<{ usd: number; eur: number }>(
      db.ownerUrl,
      `select sum(net_amount) filter (where currency = 'usd')::int as usd,
              sum(net_amount) filter (where currency = 'eur')::int as eur
         from orders where organization_id = $1`,
      [shop.organizationId],
    )
    expect([dollars?.totals.cumulativeRevenue, euros?.totals.cumulativeRevenue]).toEqual([
      row?.usd,
      row?.eur,
    ])
  })
})
