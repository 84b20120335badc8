import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { directConnection } from '../platform/database/settings.ts'
import { assumedRole, databaseUrlOf } from './attach-to-server.ts'
import { examineBooks } from './doctor-books.ts'
import { examineMetrics } from './doctor-metrics.ts'
import { examineBookedFees } from './doctor-reconciliation.ts'
import { examineSettlements } from './doctor-settlements.ts'
import { examineSubscriptions } from './doctor-subscriptions.ts'
import { examineUsageEvents } from './doctor-usage.ts'
import { type Finding, wrong } from './findings.ts'
import { quickChecks } from './quick-checks.ts'
import { readVitals } from './vitals.ts'

/** Examines a running server from outside. Changes nothing. */
export async function doctor(config: Config, packageFolder: URL): Promise<Finding[]> {
  const migrations = await listMigrations(packageFolder)
  const client = new pg.Client(directConnection(databaseUrlOf(config)))
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
    await assumeServerRole(client)
    const vitals = await readVitals(client)
    const examined = { database: client, vitals, clock: systemClock, config, migrations }
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

// The rights of a single URL are checked as the role that the server itself assumes.
async function assumeServerRole(client: pg.Client): Promise<void> {
  const role = await assumedRole(client)
  if (role !== null) await client.query(`set role ${pg.escapeIdentifier(role)}`)
}
