import { type MetricName, metricNames } from '@guildhall/contract/metrics/metric-names'
import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import type { Currency, Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { ofOneMoment } from '../../../platform/database/transactions.ts'
import { bucketStarts, startOfDate } from '../../usage/rules/buckets.ts'
import { type Conversion, convert } from '../rules/conversion.ts'
import type { EnteredRate } from '../rules/exchange-rates.ts'
import { neededSums } from '../rules/needed-sums.ts'
import { type Counted, openingOf, partsOf } from '../rules/parts.ts'
import { planReading, type ReadingPlan, type Span } from '../rules/reading-plan.ts'
import { type Figures, onlyThese, type Series, seriesOf } from '../rules/series.ts'
import type { Summed } from '../rules/sums.ts'
import { trailingChurnRates, type Window } from '../rules/trailing-churn.ts'
import type { Cell, MetricFilter } from '../store/cell-query.ts'
import { countCells, payerCells } from '../store/cells.ts'
import { findRollUp, listDaysBefore, readDays, readDaysBefore, readPayers } from '../store/days.ts'
import { listRatesUntil } from '../store/exchange-rates.ts'
import { findFirstInstant } from '../store/to-roll-up.ts'
import { datesOf } from './dates.ts'
import { dayOf } from './day-of.ts'
import type { MetricsDeps } from './deps.ts'

export interface MetricsQuery extends MetricFilter {
  readonly organizationId: Id<'organization'>
  readonly startDate: string
  /** Included. */
  readonly endDate: string
  readonly interval: MetricInterval
  readonly timeZone: string
  readonly currency: Currency
  /** Whether the figures of all currencies are converted to it. */
  readonly convert: boolean
  /** Which figures; by default all. */
  readonly names?: readonly MetricName[] | undefined
}

export interface ReadMetrics extends Series<Partial<Figures>> {
  readonly currencies: readonly Currency[]
  readonly conversion: Pick<Conversion, 'rates' | 'unconverted'> | null
}

/** Reads one moment, so that the sums of days and what is counted in addition fit together. */
export async function readMetrics(
  { uowFactory }: MetricsDeps,
  query: MetricsQuery,
): Promise<ReadMetrics> {
  const { interval, timeZone, currency } = query
  const { start, end } = datesOf(query, timeZone)
  const starts = bucketStarts({ start, end, interval, timeZone })
  const windows = churnWindows({ ends: [...starts.slice(1), end], interval, timeZone })
  const moments = momentsOf(start, windows)
  const read = await uowFactory.database.transact(
    (tx) => readRange(tx, { ...query, start, end, starts, moments }),
    ofOneMoment,
  )
  const conversion = query.convert
    ? convert({ ...read, to: currency, interval, starts, start, end })
    : null
  const { opening, parts, converted } = conversion ?? {
    opening: openingOf(partsOf(read.opening, { currency, interval })),
    parts: partsOf(read.cells, { currency, interval }),
    converted: [currency],
  }
  const moves = { moves: read.payers, currencies: converted }
  const churnRates = trailingChurnRates({ windows, start, opening, ...moves })
  const series = seriesOf({ starts, opening, parts, churnRates })
  return {
    ...(query.names === undefined ? series : seriesOfThese(series, query.names)),
    currencies: currenciesOf(read),
    conversion: conversion && { rates: conversion.rates, unconverted: conversion.unconverted },
  }
}

const seriesOfThese = (
  { periods, totals }: Series,
  names: readonly MetricName[],
): Series<Partial<Figures>> => ({
  periods: periods.map(({ timestamp, figures }) => ({
    timestamp,
    figures: onlyThese(figures, names),
  })),
  totals: onlyThese(totals, names),
})

const currenciesOf = ({ opening, cells }: Pick<Read, 'opening' | 'cells'>): Currency[] =>
  distinct([...opening, ...cells].map((cell) => cell.currency)).toSorted()

interface Range extends MetricsQuery {
  readonly start: Date
  readonly end: Date
  readonly starts: readonly Date[]
  /** When the parts begin of which it is known who left. */
  readonly moments: readonly Date[]
}

interface Read {
  readonly opening: readonly Counted[]
  readonly cells: readonly Counted[]
  readonly payers: readonly Counted[]
  /** For conversions only. */
  readonly rates: readonly EnteredRate[]
}

async function readRange(tx: Transaction<Tables>, range: Range): Promise<Read> {
  const { organizationId, interval, starts, start, names = metricNames } = range
  const rollUp = isRolledUp(range) ? await findRollUp(tx, organizationId) : undefined
  const rolledUpUntil = rollUp?.timeZone === range.timeZone ? rollUp.rolledUpUntil : null
  const plan = planReading({ ...range, rolledUpUntil, isFinerThanDays: interval === 'hour' })
  const count = ({ from, until }: Span, cells: readonly Date[]): Promise<readonly Cell[]> =>
    countCells(tx, {
      organizationId,
      from,
      until,
      since: start,
      cells,
      buckets: [{ interval, starts }],
      filter: range,
      byProduct: false,
    })
  const opening = plan.openingCounted
  const cells = cellsOf(range)
  const [stored, payers, before, ...counted] = await Promise.all([
    readStored(tx, { ...range, cells, needed: neededSums(names) }, plan),
    names.includes('lifetimeValue')
      ? readMoments(tx, range, interval === 'hour' ? null : rolledUpUntil)
      : [],
    opening === null ? [] : count(opening, await openingCells(tx, range, opening)),
    ...plan.counted.map((span) => count(span, cells)),
  ])
  const read = {
    opening: [...stored.opening, ...before],
    cells: [...stored.cells, ...counted.flat()],
  }
  return { ...read, payers, rates: range.convert ? await readRates(tx, range, read) : [] }
}

/** Amounts are converted by the rate of their day. */
function cellsOf({ convert: isConverted, interval, starts, start, end, timeZone }: Range) {
  if (!isConverted || interval === 'hour') return starts
  return bucketStarts({ start, end, interval: 'day', timeZone })
}

/** When the parts before the range begin. */
async function openingCells(
  tx: Transaction<Tables>,
  { convert: isConverted, organizationId, timeZone }: Range,
  { from, until }: Span,
): Promise<readonly Date[]> {
  const whole = [from ?? new Date(0)]
  if (!isConverted) return whole
  const first = from ?? (await findFirstInstant(tx, organizationId))
  if (first === null || first >= until) return whole
  return bucketStarts({ start: first, end: until, interval: 'day', timeZone })
}

async function readRates(
  tx: Transaction<Tables>,
  { organizationId, currency: reportingCurrency, endDate: lastDay, timeZone }: Range,
  read: Pick<Read, 'opening' | 'cells'>,
): Promise<readonly EnteredRate[]> {
  const currencies = currenciesOf(read)
  const of = { organizationId, reportingCurrency }
  const rates = await listRatesUntil(tx, of, { currencies, lastDay })
  return rates.map((rate) => ({ ...rate, startsAt: startOfDate(new Date(rate.day), timeZone) }))
}

/** Who began to pay and who stopped, also in the days before the range. */
async function readMoments(
  tx: Transaction<Tables>,
  range: Range,
  rolledUpUntil: Date | null,
): Promise<readonly Cell[]> {
  const { organizationId, productIds = [], interval, starts, moments, start, end } = range
  const [productId = null] = productIds
  const from = moments[0] ?? start
  const until = new Date(
    Math.min(end.getTime(), Math.max(from.getTime(), rolledUpUntil?.getTime() ?? 0)),
  )
  const counted = payerCells({
    organizationId,
    from: until,
    until: end,
    since: null,
    cells: moments,
    buckets: [{ interval, starts }],
    filter: range,
    byProduct: false,
  })
  const [stored, { rows }] = await Promise.all([
    until > from ? readPayers(tx, { organizationId, productId }, { from, until }) : [],
    counted.execute(tx),
  ])
  return [...stored, ...rows]
}

/** Whether the days that are stored answer the question: of all products, or of one. */
const isRolledUp = ({ productIds, customerIds, billingTypes }: MetricFilter): boolean =>
  (productIds === undefined || productIds.length === 1) &&
  customerIds === undefined &&
  billingTypes === undefined

interface StoredRange extends Range {
  readonly cells: readonly Date[]
  readonly needed: ReadonlySet<Summed>
}

async function readStored(
  tx: Transaction<Tables>,
  {
    organizationId,
    productIds = [],
    interval,
    cells: starts,
    needed,
    convert: isConverted,
  }: StoredRange,
  { openingStored, stored }: ReadingPlan,
): Promise<Pick<Read, 'opening' | 'cells'>> {
  const [productId = null] = productIds
  const key = { organizationId, productId }
  const readBefore = isConverted ? listDaysBefore : readDaysBefore
  const [opening, cells] = await Promise.all([
    openingStored === null ? [] : readBefore(tx, key, openingStored),
    stored === null || interval === 'hour'
      ? []
      : readDays(tx, key, { ...stored, interval, starts, needed }),
  ])
  return { opening, cells }
}

const dayMilliseconds = 86_400_000
const windowMilliseconds = 30 * dayMilliseconds

interface Buckets {
  readonly ends: readonly Date[]
  readonly interval: MetricInterval
  readonly timeZone: string
}

/** The thirty days before each bucket ends: whole days where the buckets are whole days. */
const churnWindows = ({ ends, interval, timeZone }: Buckets): Window[] =>
  ends.map((until) => ({ from: thirtyDaysBefore(until, interval, timeZone), until }))

function thirtyDaysBefore(end: Date, interval: MetricInterval, timeZone: string): Date {
  const before = end.getTime() - windowMilliseconds
  // At noon it is that day, also where clocks changed since.
  return interval === 'hour'
    ? new Date(before)
    : dayOf(new Date(before + dayMilliseconds / 2), timeZone)
}

/** When the range and the windows begin and end, in order. */
const momentsOf = (start: Date, windows: readonly Window[]): Date[] =>
  distinct([start, ...windows.flatMap(({ from, until }) => [from, until])].map(Number))
    .toSorted((one, other) => one - other)
    .map((one) => new Date(one))
