import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { onConnection, placeOf } from '../platform/database/connect.ts'
import { distribute } from '../platform/database/distribute.ts'
import {
  type DistributionPlan,
  type PlannedTable,
  planDistribution,
} from '../platform/database/distribution-plan.ts'
import {
  keepServersOut,
  refuseUnfit,
  refuseVisitors,
} from '../platform/database/fit-to-distribute.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { askedOfAll, type DistributeOptions } from './command-line/distribute-usage.ts'
import { listMigrations } from './doctor.ts'
import { counted } from './findings.ts'

interface Place {
  readonly config: Config
  readonly packageFolder: URL
  readonly print: (text: string) => void
  readonly clock: Clock
}

/** Distributes the database over the workers of its cluster, or says what that would do. */
export async function distributeDatabase(place: Place, options: DistributeOptions): Promise<void> {
  const { database } = place.config
  const url = database.ownerUrl ?? database.directUrl ?? database.url
  if (url === null) {
    throw new StartFailure(
      'DATABASE_OWNER_URL is not set: only a database of a Citus cluster can be distributed',
    )
  }
  const migrations = await listMigrations(place.packageFolder)
  await onConnection(url, async (client) => {
    await refuseUnfit(client, { place: placeOf(url), migrations })
    await (options.isDryRun ? printPlan : run)(client, place, options)
  })
}

async function printPlan(
  client: pg.Client,
  { print }: Place,
  { shardCount, isJson }: DistributeOptions,
): Promise<void> {
  const plan = await planDistribution(client, shardCount)
  if (isJson) print(JSON.stringify({ ...plan, askedOfAll }, null, 2))
  else planLines(plan).forEach(print)
}

async function run(client: pg.Client, place: Place, options: DistributeOptions): Promise<void> {
  const { print, clock } = place
  const { shardCount, isJson } = options
  await keepServersOut(client)
  const started = clock.monotonicMilliseconds()
  const moved: string[] = []
  await distribute(client, {
    shardCount,
    before: () => refuseVisitors(client),
    after: (table, fate) => {
      moved.push(table)
      if (!isJson) print(`${fate.padEnd(11)} ${table}`)
    },
  })
  const seconds = Math.round((clock.monotonicMilliseconds() - started) / 1000)
  if (isJson) {
    print(JSON.stringify({ moved, seconds, askedOfAll }, null, 2))
    return
  }
  print(`Moved ${counted(moved.length, 'table')} in ${durationText(seconds)}`)
  print(askedOfAll)
}

function planLines({ tables, seconds }: DistributionPlan): string[] {
  const moving = tables.filter(({ isDone }) => !isDone)
  return [
    ...tables.map(tableLine),
    '',
    moving.length === 0
      ? 'Everything is where it should be'
      : `${counted(moving.length, 'table')} would move, in about ${durationText(seconds)}: ` +
        'measured with a sample, without large foreign keys',
    askedOfAll,
  ]
}

const nameWidth = 30

function tableLine({ name, fate, reason, isDone, rows, bytes }: PlannedTable): string {
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`.padStart(12)
  const count = (rows === null ? '' : `${rows} rows`).padStart(15)
  const state = isDone && fate !== 'local' ? '; done' : ''
  return `${fate.padEnd(11)} ${name.padEnd(nameWidth)}${count}${size}  ${reason}${state}`
}

const durationText = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
