import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { openClient } from '../platform/database/primary-hosts.ts'
import type { ReplicaState } from '../platform/database/replica.ts'
import { directConnection } from '../platform/database/settings.ts'
import { createLog } from '../platform/log.ts'
import { assumedRole, databaseUrlOf } from './attach-to-server.ts'
import { examineBooks } from './doctor-books.ts'
import { examineMetrics } from './doctor-metrics.ts'
import { examineBookedFees } from './doctor-reconciliation.ts'
import { examineSettlements } from './doctor-settlements.ts'
import { examineSubscriptions } from './doctor-subscriptions.ts'
import { examineUsageEvents } from './doctor-usage.ts'
import { type Finding, wrong } from './findings.ts'
import { quickChecks } from './quick-checks.ts'
import { openConfiguredReplica } from './replica.ts'
import { readVitals } from './vitals.ts'

const lookMilliseconds = 100

/** Examines a running server from outside. Changes nothing. */
export async function doctor(config: Config, packageFolder: URL): Promise<Finding[]> {
  const migrations = await listMigrations(packageFolder)
  const client = openClient(directConnection(databaseUrlOf(config)))
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    return [wrong(`The database does not answer: ${reason}`)]
  }
  try {
    if (!(await hasSchema(client))) {
      return [wrong('the database is empty: starting the server creates the schema')]
    }
    const role = await assumedRole(client)
    // The rights of a single URL are checked as the role that the server itself assumes.
    if (role !== null) await client.query(`set role ${pg.escapeIdentifier(role)}`)
    const vitals = await readVitals(client)
    const examined = {
      database: client,
      vitals,
      clock: systemClock,
      config,
      migrations,
      readReplica: () => stateOfReplica(config, role),
    }
    const findings: Finding[] = []
    for (const check of Object.values(quickChecks)) findings.push(...(await check(examined)))
    findings.push(...(await examineSubscriptions(client)))
    findings.push(...(await examineSettlements(client)))
    findings.push(...(await examineMetrics(client)))
    findings.push(...(await examineBookedFees(client, config)))
    findings.push(...(await examineUsageEvents(client, config.server.usageEventMonths)))
    return [...findings, ...(await examineBooks(client))]
  } finally {
    await client.end()
  }
}

/** The names of the migrations of this version, in order. */
export async function listMigrations(packageFolder: URL): Promise<string[]> {
  const names = await readdir(new URL('migrations', packageFolder))
  return names.filter((name) => name.endsWith('.sql')).sort()
}

async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('schema_migration') is not null as found",
  )
  return rows[0]?.found === true
}

/** A replica that has just been opened shows its lag when it has replayed what came since. */
async function stateOfReplica(config: Config, role: string | null): Promise<ReplicaState | null> {
  const opened = await openConfiguredReplica({
    config,
    settings: { url: databaseUrlOf(config), role: role ?? undefined },
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  })
  if (opened === null) return null
  const { replica } = opened
  const until = systemClock.monotonicMilliseconds() + config.database.replicaLagSecondsMax * 1000
  try {
    while (replica.state().status === 'behind' && systemClock.monotonicMilliseconds() < until) {
      await pause(lookMilliseconds)
      await replica.look()
    }
    return replica.state()
  } finally {
    await opened.close()
  }
}
