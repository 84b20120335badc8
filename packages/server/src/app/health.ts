import { getHealth, healthCheckNames } from '@guildhall/contract/health'
import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { type OperationRoute, serve } from '../platform/http/serve.ts'
import { type ExaminedDatabase, type Finding, weak, wrong } from './findings.ts'
import { type ExaminedServer, quickChecks } from './quick-checks.ts'
import { readVitals } from './vitals.ts'

interface HealthDeps {
  readonly database: Database
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly version: string
  /** The names of all migrations of this version. */
  readonly migrations: readonly string[]
  readonly readReplica: ExaminedServer['readReplica']
}

/** The operator’s view of how the server runs. */
export const healthRoute = (deps: HealthDeps): OperationRoute =>
  serve(getHealth, async () => {
    const { clock, version } = deps
    const vitals = await inTransaction(deps.database, readVitals)
    const { database, events, jobs, standbys, archive } = vitals
    return {
      checkedAt: clock.now(),
      serverVersion: version,
      databaseVersion: database.version,
      events,
      jobs,
      standbys: [...standbys],
      isArchiving: archive !== null,
      lastArchivedAt: archive?.lastArchivedAt ?? null,
      findings: await runChecks({ ...deps, vitals }),
    }
  })

type NamedFinding = Finding & { readonly check: (typeof healthCheckNames)[number] }

/** One after the other, so that a page takes a single connection. */
async function runChecks(
  examined: HealthDeps & Pick<ExaminedServer, 'vitals'>,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const check of healthCheckNames) {
    const found = await inTransaction(examined.database, async (database) =>
      quickChecks[check]({ ...examined, database }),
    ).catch((error: unknown) => [failureOf(examined, check, error)])
    findings.push(...found.map((finding) => ({ check, ...finding })))
  }
  return findings
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

function failureOf({ log }: HealthDeps, check: string, error: unknown): Finding {
  if (isTimeout(error)) {
    return weak(
      `this check took longer than ${secondsMax} s`,
      'run guildhall doctor, which waits for it',
    )
  }
  log.warn({ err: error, check }, 'a check of the health failed')
  return wrong('this check failed', 'the log has the error')
}

const secondsMax = 5

/** In a transaction of its own, because a statement that fails ends it. */
const inTransaction = <T>(
  { kysely }: Database,
  read: (database: ExaminedDatabase) => Promise<T>,
): Promise<T> =>
  kysely
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(`set local statement_timeout = '${secondsMax}s'`))
      return read({ query: (text) => tx.executeQuery(CompiledQuery.raw(text)) })
    })
