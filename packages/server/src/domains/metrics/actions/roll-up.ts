import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { bucketStarts } from '../../usage/rules/buckets.ts'
import type { Cell } from '../store/cell-query.ts'
import { countCells } from '../store/cells.ts'
import {
  type DayRow,
  deleteDays,
  insertDays,
  rolledUpIntervals,
  saveRollUp,
} from '../store/days.ts'
import {
  findFirstInstant,
  findOpenSince,
  listToRollUp,
  lockRollUp,
  type Place,
} from '../store/to-roll-up.ts'
import { dayOf } from './day-of.ts'
import type { MetricsDeps } from './deps.ts'

/** Transactions that began in a day have ended by then. */
const settledMilliseconds = 3_600_000
const daysAtOnce = 62

/** Rolls up the days that are over, of those of these organizations that are in real time. */
export async function rollUpIn(
  deps: MetricsDeps,
  organizationIds: readonly Id<'organization'>[],
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const places = await listToRollUp(kysely, { organizationIds, now: deps.clock.now() })
  for (const place of places) await rollUpPlace(deps, place, signal)
}

async function rollUpPlace(deps: MetricsDeps, place: Place, signal?: AbortSignal): Promise<void> {
  let isLeft = true
  while (isLeft && signal?.aborted !== true) isLeft = await rollUpSome(deps, place)
}

/** Some days of one organization, oldest first; whether more are left. */
const rollUpSome = (
  { uowFactory: { database }, clock }: MetricsDeps,
  { organizationId, timeZone }: Place,
): Promise<boolean> =>
  database.transact(async (tx) => {
    const rolledUp = await lockRollUp(tx, organizationId)
    const isOfZone = rolledUp?.timeZone === timeZone
    if (rolledUp !== undefined && !isOfZone) await deleteDays(tx, organizationId)
    const settled = new Date(clock.now().getTime() - settledMilliseconds)
    const openSince = await findOpenSince(tx, organizationId)
    const closed = openSince !== null && openSince < settled ? openSince : settled
    const until = dayOf(closed, timeZone)
    const from = isOfZone
      ? rolledUp.rolledUpUntil
      : dayOf((await findFirstInstant(tx, organizationId)) ?? until, timeZone)
    if (from >= until && isOfZone) return false
    const days = bucketStarts({ start: from, end: until, interval: 'day', timeZone })
    const next = days[daysAtOnce] ?? until
    const span = { from, until: next, days: days.slice(0, daysAtOnce) }
    if (from < until) await insertDays(tx, await countDays(tx, { organizationId, timeZone }, span))
    const rolledUpUntil = from < until ? next : until
    await saveRollUp(tx, { organizationId, timeZone, rolledUpUntil })
    return rolledUpUntil < until
  })

interface Days {
  readonly from: Date
  readonly until: Date
  readonly days: readonly Date[]
}

async function countDays(
  tx: Transaction<Tables>,
  { organizationId, timeZone }: Place,
  { from, until, days }: Days,
): Promise<readonly DayRow[]> {
  const buckets = rolledUpIntervals.map((interval) => ({
    interval,
    starts: bucketStarts({ start: from, end: until, interval, timeZone }),
  }))
  const query = { organizationId, from, until, since: null, cells: days, buckets, filter: {} }
  const all = await countCells(tx, { ...query, byProduct: false })
  const single = await countCells(tx, { ...query, byProduct: true })
  return [...merged(all), ...merged(single)].map((row) => ({ ...row, organizationId }))
}

/** One row for each day, product and currency. */
function merged(cells: readonly Cell[]): Iterable<DayRow> {
  const rows = new Map<string, DayRow>()
  for (const { startsAt, productId, currency, ...counted } of cells) {
    const day = startsAt.toISOString()
    const key = [day, productId, currency].join(' ')
    const numbers = Object.fromEntries(
      Object.entries(counted).map(([name, value]) => [name, Number(value)]),
    )
    rows.set(key, { ...rows.get(key), ...numbers, startsAt: day, productId, currency })
  }
  return rows.values()
}
