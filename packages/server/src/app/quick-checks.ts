import type { HealthCheckName } from '@guildhall/contract/health'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { ReplicaState } from '../platform/database/replica.ts'
import { examineDistribution } from './doctor-distribution.ts'
import { examineLatestReconciliation } from './doctor-reconciliation.ts'
import { examineDueSubscriptions } from './doctor-subscriptions.ts'
import { examineWebhooks } from './doctor-webhooks.ts'
import { counted, type ExaminedDatabase, type Finding, fine, wrong } from './findings.ts'
import { examineSettings } from './settings-check.ts'
import { examineClocks, examineVitals, replicaFinding } from './vital-checks.ts'
import type { Vitals } from './vitals.ts'

export interface ExaminedServer {
  readonly database: ExaminedDatabase
  readonly vitals: Vitals
  /** The replica that DATABASE_REPLICA_URL names, seen from this process; null without one. */
  readonly readReplica: () => Promise<ReplicaState | null>
  readonly clock: Clock
  readonly config: Config
  /** The names of all migrations of this version. */
  readonly migrations: readonly string[]
}

type Check = (server: ExaminedServer) => Finding[] | Promise<Finding[]>

/** The checks that are quick enough for a page: none of them recounts what was sold. */
export const quickChecks: Readonly<Record<HealthCheckName, Check>> = {
  settings: ({ database, config }) => examineSettings(database, config),
  database: ({ vitals }) => examineVitals.database(vitals),
  schema: examineSchema,
  durability: examineDurability,
  history: examineHistory,
  events: ({ vitals }) => examineVitals.events(vitals),
  jobs: ({ vitals }) => examineVitals.jobs(vitals),
  standbys: ({ vitals }) => examineVitals.standbys(vitals),
  replica: examineReplica,
  distribution: ({ database }) => examineDistribution(database),
  archive: ({ vitals }) => examineVitals.archive(vitals),
  clock: examineClock,
  subscriptions: ({ database }) => examineDueSubscriptions(database),
  webhooks: ({ database }) => examineWebhooks(database),
  reconciliation: ({ database, config }) => examineLatestReconciliation(database, config),
}

async function examineSchema({ database, migrations }: ExaminedServer): Promise<Finding[]> {
  const { rows } = await database.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter((name) => !applied.has(name))
  const later = rows.filter(({ name }) => !migrations.includes(name))
  return [
    missing.length === 0
      ? fine(`the schema is current: ${counted(migrations.length, 'migration')}${andLater(later)}`)
      : wrong(`not applied yet: ${missing.join(', ')}`, 'starting the server applies them'),
  ]
}

const andLater = ({ length }: readonly unknown[]): string =>
  length === 0 ? '' : `, and ${counted(length, 'migration')} of a later version`

async function examineReplica({ readReplica, config }: ExaminedServer): Promise<Finding[]> {
  const state = await readReplica()
  return state === null ? [] : [replicaFinding(state, config.database.replicaLagSecondsMax)]
}

async function examineDurability({ database }: ExaminedServer): Promise<Finding[]> {
  const { rows } = await database.query<{ unsafe: string | null }>(
    `select string_agg(name || ' = ' || setting, ', ') as unsafe from pg_settings
      where (name, setting) in (('fsync', 'off'), ('full_page_writes', 'off'),
                                ('synchronous_commit', 'off'))`,
  )
  const unsafe = rows[0]?.unsafe
  return [
    unsafe
      ? wrong(
          `a power failure could lose acknowledged data: ${unsafe}`,
          'set them to on in the configuration of PostgreSQL',
        )
      : fine('acknowledged data survives a power failure'),
  ]
}

async function examineHistory({ database }: ExaminedServer): Promise<Finding[]> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c
      join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'append_only'
     where not c.relispartition and has_table_privilege(c.oid, 'update, delete, truncate')`,
  )
  return [
    rows.length === 0
      ? fine('history is append-only')
      : wrong(
          `the server's role may change ${rows.map(({ name }) => name).join(', ')}`,
          'revoke what was granted by hand, and start the server again',
        ),
  ]
}

async function examineClock({ database, clock }: ExaminedServer): Promise<Finding[]> {
  const before = clock.now()
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now')
  const there = rows[0]?.now ?? before
  return [examineClocks({ before, there, after: clock.now() })]
}
