import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { bucketStarts } from '../../usage/index.ts'
import { type Counted, openingOf, partsOf } from '../rules/parts.ts'
import { planReading, type ReadingPlan, type Span } from '../rules/reading-plan.ts'
import { type Series, seriesOf } from '../rules/series.ts'
import { trailingChurnRates, type Window } from '../rules/trailing-churn.ts'
import type { Cell, MetricFilter } from '../store/cell-query.ts'
import { countCells, payerCells } from '../store/cells.ts'
import { findRollUp, readDays, readDaysBefore, readPayers } from '../store/days.ts'
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
}

export interface ReadMetrics extends Series {
  readonly currencies: readonly Currency[]
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
  const read = await uowFactory.database.transact(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return readRange(tx, { ...query, start, end, starts, moments })
  })
  const opening = openingOf(partsOf(read.opening, { currency, interval }))
  const parts = partsOf(read.cells, { currency, interval })
  const churnRates = trailingChurnRates({ windows, start, opening, moves: read.payers, currency })
  const found = [...read.opening, ...read.cells].map((cell) => cell.currency)
  const series = seriesOf({ starts, opening, parts, churnRates })
  return { ...series, currencies: distinct(found).toSorted() }
}

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
}

async function readRange(tx: Transaction<Tables>, range: Range): Promise<Read> {
  const { organizationId, interval, starts, start } = range
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
  const [stored, payers, before, ...counted] = await Promise.all([
    readStored(tx, range, plan),
    readMoments(tx, range, interval === 'hour' ? null : rolledUpUntil),
    opening === null ? [] : count(opening, [opening.from ?? new Date(0)]),
    ...plan.counted.map((span) => count(span, starts)),
  ])
  return {
    opening: [...stored.opening, ...before],
    cells: [...stored.cells, ...counted.flat()],
    payers,
  }
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

async function readStored(
  tx: Transaction<Tables>,
  { organizationId, productIds = [], interval, starts }: Range,
  { openingStored, stored }: ReadingPlan,
): Promise<Omit<Read, 'payers'>> {
  const [productId = null] = productIds
  const key = { organizationId, productId }
  const [opening, cells] = await Promise.all([
    openingStored === null ? [] : readDaysBefore(tx, key, openingStored),
    stored === null || interval === 'hour'
      ? []
      : readDays(tx, key, { ...stored, interval, starts }),
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
