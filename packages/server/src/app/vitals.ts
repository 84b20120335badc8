import { assert } from '../kernel/assert.ts'
import type { ExaminedDatabase } from './findings.ts'

/** What of a server can be measured at a glance. */
export interface Vitals {
  readonly database: Version
  readonly events: Events
  readonly jobs: Jobs
  readonly standbys: readonly Standby[]
  /** Null where PostgreSQL archives no WAL, so that nothing is known of backups. */
  readonly archive: Archive | null
}

interface Version {
  readonly version: string
  readonly number: number
}

interface Events {
  /** Not dispatched yet. */
  readonly waiting: number
  /** 0 if none waits. */
  readonly oldestSeconds: number
  readonly lastDispatchedAt: Date | null
}

interface Jobs {
  /** Due, and not taken by a worker yet. */
  readonly waiting: number
  /** 0 if none waits. */
  readonly oldestSeconds: number
  /** Failed in all their attempts. */
  readonly failed: number
}

interface Standby {
  readonly name: string
  /** Null where the role of the server may not see it. */
  readonly lagSeconds: number | null
}

interface Archive {
  readonly lastArchivedAt: Date | null
  readonly isFailing: boolean
}

export async function readVitals(examined: ExaminedDatabase): Promise<Vitals> {
  const archive = await one<Archive & { readonly isOn: boolean }>(examined, archiveQuery)
  const { rows: standbys } = await examined.query<Standby>(standbyQuery)
  return {
    database: await one<Version>(examined, versionQuery),
    events: await one<Events>(examined, eventsQuery),
    jobs: await readJobs(examined),
    standbys,
    archive: archive.isOn
      ? { lastArchivedAt: archive.lastArchivedAt, isFailing: archive.isFailing }
      : null,
  }
}

/** An aggregate, or another query that always has one row. */
async function one<Row extends object>(examined: ExaminedDatabase, text: string): Promise<Row> {
  const { rows } = await examined.query<Row>(text)
  const [row] = rows
  assert(row !== undefined, 'the query has one row')
  return row
}

/** The queue creates its own tables, after those of the server. */
async function readJobs(examined: ExaminedDatabase): Promise<Jobs> {
  const { isThere } = await one<{ isThere: boolean }>(
    examined,
    `select to_regclass('graphile_worker._private_jobs') is not null as "isThere"`,
  )
  return isThere ? one<Jobs>(examined, jobsQuery) : { waiting: 0, oldestSeconds: 0, failed: 0 }
}

const versionQuery = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::int as number`

const eventsQuery = `
  select count(*)::int as waiting,
         coalesce(extract(epoch from now() - min(recorded_at)), 0)::int as "oldestSeconds",
         (select logged_at from event_log order by logged_at desc limit 1) as "lastDispatchedAt"
    from outbox`

const jobsQuery = `
  select count(*) filter (where is_due)::int as waiting,
         coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::int
           as "oldestSeconds",
         count(*) filter (where is_over)::int as failed
    from (select run_at, attempts >= max_attempts and locked_at is null as is_over,
                 attempts < max_attempts and locked_at is null and run_at <= now() as is_due
            from graphile_worker._private_jobs) jobs`

const standbyQuery = `
  select coalesce(nullif(application_name, ''), 'standby') as name,
         case when state is not null
              then coalesce(extract(epoch from replay_lag), 0)::int end as "lagSeconds"
    from pg_stat_replication
   where state is distinct from 'backup'
   order by 1`

const archiveQuery = `
  select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "lastArchivedAt",
         coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
           as "isFailing"
    from pg_stat_archiver`
