import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { directConnection } from '../platform/database/settings.ts'
import { isLoopbackHost } from '../platform/http-client/addresses.ts'
import { assumedRole, databaseUrlOf } from './attach-to-server.ts'
import { examineBooks } from './doctor-books.ts'
import { examineMetrics } from './doctor-metrics.ts'
import { examineReconciliation } from './doctor-reconciliation.ts'
import { examineSettlements } from './doctor-settlements.ts'
import { examineSubscriptions } from './doctor-subscriptions.ts'
import { examineWebhooks } from './doctor-webhooks.ts'
import { exposureWarnings } from './exposure.ts'
import { type Finding, fine, weak, wrong } from './findings.ts'

interface ExaminedServer {
  readonly client: pg.Client
  readonly clock: Clock
  readonly migrations: readonly string[]
}

const clockSecondsApartMax = 2
const outboxSecondsMax = 60

/** Examines a running server from outside. Changes nothing. */
export async function doctor(config: Config, packageFolder: URL): Promise<Finding[]> {
  const names = await readdir(new URL('migrations', packageFolder))
  const migrations = names.filter((name) => name.endsWith('.sql')).sort()
  const client = new pg.Client(directConnection(databaseUrlOf(config)))
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    return [wrong(`The database does not answer: ${reason}`)]
  }
  const examined = { client, clock: systemClock, migrations }
  try {
    if (!(await hasSchema(client))) {
      return [wrong('the database is empty: starting the server creates the schema')]
    }
    await assumeServerRole(client)
    const findings: Finding[] = [
      ...examineSettings(config),
      ...(await examineSeller(client, config)),
    ]
    for (const examine of examinations) findings.push(await examine(examined))
    findings.push(...(await examineSubscriptions(client)))
    findings.push(...(await examineWebhooks(client)))
    findings.push(...(await examineSettlements(client)))
    findings.push(...(await examineMetrics(client)))
    findings.push(...(await examineReconciliation(client, config)))
    return [...findings, ...(await examineBooks(client))]
  } finally {
    await client.end()
  }
}

async function hasSchema(client: pg.Client): Promise<boolean> {
  const [row] = await ask<{ found: boolean }>(
    client,
    "select to_regclass('schema_migration') is not null as found",
  )
  return row?.found === true
}

// The rights of a single URL are checked as the role that the server itself assumes.
async function assumeServerRole(client: pg.Client): Promise<void> {
  const role = await assumedRole(client)
  if (role !== null) await client.query(`set role ${pg.escapeIdentifier(role)}`)
}

function examineSettings({ server, database, mail }: Config): Finding[] {
  const { protocol, hostname } = new URL(server.url)
  const open = protocol === 'http:' && !isLoopbackHost(hostname)
  const oneLogin = database.url !== null && database.ownerUrl === null
  return [
    open
      ? weak(`GUILDHALL_URL is ${server.url}: without https, passwords are sent unencrypted`)
      : fine(`the public URL is ${server.url}`),
    ...(oneLogin ? [weak(oneLoginText(database.pooled))] : []),
    ...(mail.smtpUrl === null && !isLoopbackHost(hostname)
      ? [wrong('SMTP_URL is not set: no mail is sent')]
      : []),
    ...exposureWarnings({ server, mail }).map(weak),
  ]
}

async function examineSeller(client: pg.Client, { organizations }: Config): Promise<Finding[]> {
  const { sellerId } = organizations
  if (sellerId === null) return []
  const [row] = await ask<{ name: string }>(
    client,
    `select name from organization where id = ${pg.escapeLiteral(sellerId)}`,
  )
  return row === undefined
    ? [wrong('GUILDHALL_SELLER_ID is the id of no organization: users can’t buy')]
    : [fine(`users buy from ${row.name}`)]
}

const oneLoginText = (pooled: boolean) =>
  'the server logs in as the owner of its tables and only assumes a role with fewer privileges' +
  (pooled ? ', behind a pooler only within transactions' : '') +
  ': set DATABASE_OWNER_URL to protect history from the server itself'

const examinations: readonly ((server: ExaminedServer) => Promise<Finding>)[] = [
  async ({ client }) => {
    const [row] = await ask<{ version: string; number: number }>(
      client,
      `select current_setting('server_version') as version,
              current_setting('server_version_num')::int as number`,
    )
    const text = `PostgreSQL ${row?.version}`
    return (row?.number ?? 0) >= 150_000 ? fine(text) : wrong(`${text}: 15 or newer is needed`)
  },
  async ({ client, migrations }) => {
    const rows = await ask<{ name: string }>(client, 'select name from schema_migration')
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter((name) => !applied.has(name))
    return missing.length === 0
      ? fine(`the schema is current: ${migrations.length} migrations`)
      : wrong(`not applied yet: ${missing.join(', ')}; starting the server applies them`)
  },
  async ({ client }) => {
    const [row] = await ask<{ unsafe: string | null }>(
      client,
      `select string_agg(name || ' = ' || setting, ', ') as unsafe from pg_settings
        where (name, setting) in (('fsync', 'off'), ('full_page_writes', 'off'),
                                  ('synchronous_commit', 'off'))`,
    )
    return row?.unsafe
      ? wrong(`a power failure could lose acknowledged data: ${row.unsafe}`)
      : fine('acknowledged data survives a power failure')
  },
  async ({ client }) => {
    const rows = await ask<{ name: string }>(
      client,
      `select c.relname as name from pg_class c
        join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'append_only'
       where not c.relispartition and has_table_privilege(c.oid, 'update, delete, truncate')`,
    )
    return rows.length === 0
      ? fine('history is append-only')
      : wrong(`the server's role may change ${rows.map(({ name }) => name).join(', ')}`)
  },
  async ({ client }) => {
    const [row] = await ask<{ waiting: number; seconds: number }>(
      client,
      `select count(*)::int as waiting,
              coalesce(extract(epoch from now() - min(recorded_at)), 0)::int as seconds
         from outbox`,
    )
    const { waiting, seconds } = row ?? { waiting: 0, seconds: 0 }
    return seconds <= outboxSecondsMax
      ? fine('events are dispatched without delay')
      : wrong(`${waiting} events wait, the oldest for ${seconds} s: no worker is running`)
  },
  async ({ client, clock }) => {
    const [row] = await ask<{ now: Date }>(client, 'select clock_timestamp() as now')
    const apart = Math.abs((row?.now.getTime() ?? 0) - clock.now().getTime()) / 1000
    return apart <= clockSecondsApartMax
      ? fine('the clocks of this machine and of the database agree')
      : weak(`the clocks of this machine and of the database are ${Math.round(apart)} s apart`)
  },
]

async function ask<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows
}
