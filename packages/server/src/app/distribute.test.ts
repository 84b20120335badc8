import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dropClone, withDatabase } from '../../test/cluster.ts'
import { type Command, runGuildhall } from '../../test/command-line.ts'
import { testDatabase } from '../../test/database.ts'
import { createDistributed } from '../../test/distributed.ts'
import { isOnCluster } from '../../test/shards.ts'
import { fillSmallDemo } from '../../test/small-demo.ts'
import { closePools, onConnection, runOn } from '../../test/sql.ts'
import { assert } from '../kernel/assert.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { applicationRole } from '../platform/database/settings.ts'
import { createLog } from '../platform/log.ts'

const db = testDatabase()
const cluster = inject('testCluster')
const settings = { GUILDHALL_SECRET: 'a'.repeat(32) }
const customerCount = 6
const fillMilliseconds = 600_000

const running = (args: readonly string[], { url, ownerUrl }: { url: string; ownerUrl: string }) =>
  runGuildhall(['distribute', ...args], {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    ...settings,
  })

it.runIf(!isOnCluster())('a database without a cluster is refused', async () => {
  const { code, complained } = await running([], db).ended
  expect(code).toBe(1)
  expect(complained).toMatch(
    /^PostgreSQL at .* has no extension citus: it is no database of a Citus/,
  )
})

describe.runIf(isOnCluster())('a database with two years of sales', () => {
  const name = `guildhall_demo_${process.pid}_${randomBytes(4).toString('hex')}`
  const url = withDatabase(cluster.url, name)
  const ownerUrl = withDatabase(cluster.ownerUrl, name)
  const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
  let folder = ''
  let before: readonly unknown[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-demo-'))
    await createDistributed(cluster.nodes, name)
    await migrate(ownerUrl, migrations, { appRole: applicationRole })
    const database = await openDatabase({ url }, createLog({ level: 'silent' }))
    const config = readConfig({ ...settings, DATABASE_URL: url, GUILDHALL_DATA: folder })
    assert(!('faults' in config), 'the settings are good')
    await fillSmallDemo(database, config, customerCount)
    await database.close()
    before = await inventory()
    await closePools(url, ownerUrl)
  }, fillMilliseconds)

  afterAll(async () => {
    await closePools(url, ownerUrl)
    await dropClone(cluster, name)
    await rm(folder, { recursive: true })
  })

  const distributing = (...args: string[]) => running(args, { url, ownerUrl })

  const namesOf = async (text: string) =>
    (await runOn<{ name: string }>(ownerUrl, text)).map(({ name }) => name)

  const isNoShard = String.raw`::regclass::text !~ '_\d{6,}$'`

  /** Rows and a sum of their contents for each table, and all foreign keys and triggers. */
  async function inventory(): Promise<unknown[]> {
    const tables = await namesOf(
      `select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition order by 1`,
    )
    const sums: unknown[] = []
    for (const table of tables) {
      const rows = await runOn(
        ownerUrl,
        `select '${table}' as table, count(*)::int as rows,
                coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${table} t`,
      )
      sums.push(...rows)
    }
    const laws = await runOn(
      ownerUrl,
      `select conrelid::regclass::text as table, conname::text as name,
              pg_get_constraintdef(oid) as law from pg_constraint
        where contype = 'f' and conparentid = 0 and conrelid${isNoShard}
       union all
       select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger
        where not tgisinternal and tgrelid${isNoShard}
       order by 1, 2, 3`,
    )
    return [...sums, ...laws]
  }

  const distributed = () =>
    namesOf(
      `select logicalrelid::text as name from pg_dist_partition
        where partmethod = 'h' and not exists (
          select from pg_inherits where inhrelid = logicalrelid) order by 1`,
    )

  async function failure(command: Command): Promise<string> {
    const { code, complained } = await command.ended
    expect(code).toBe(1)
    return complained
  }

  /** Kills it once it has printed that; PostgreSQL then ends its session. */
  async function killedAfter(line: RegExp): Promise<void> {
    const command = distributing('--shards', '2')
    await expect.poll(() => command.printed(), { timeout: 240_000 }).toMatch(line)
    command.kill()
    await command.ended
    const sessions = `select from pg_stat_activity
                       where datname = '${name}' and application_name ~ '^guildhall '`
    await expect.poll(() => runOn(cluster.ownerUrl, sessions)).toEqual([])
  }

  it('is shown where its tables go, and stays as it is', async () => {
    const { code, said } = await distributing('--dry-run', '--shards', '2', '--json').ended
    expect(code).toBe(0)
    const plan: { tables: { name: string }[]; seconds: number } = JSON.parse(said)
    const table = (wanted: string) => plan.tables.find(({ name }) => name === wanted)
    expect(table('customer')).toMatchObject({
      fate: 'distributed',
      isDone: false,
      rows: customerCount,
    })
    expect(table('organization')).toMatchObject({ fate: 'reference', isDone: false, rows: 1 })
    expect(table('member')).toMatchObject({ fate: 'local', isDone: true, rows: 1 })
    expect(plan.seconds).toBeGreaterThan(1)
    const { said: text } = await distributing('--dry-run', '--shards', '2').ended
    expect(text).toMatch(/^distributed customer +6 rows +\d\.\d MiB {2}has keys that begin/m)
    expect(text).toMatch(/^\d+ tables would move, in about \d+ (seconds|minutes)/m)
    expect(await distributed()).toEqual([])
    expect(await inventory()).toEqual(before)
  })

  it('is refused while a server is connected', async () => {
    const database = await openDatabase({ url }, createLog({ level: 'silent' }))
    const refused = await failure(distributing('--shards', '2'))
    expect(refused).toMatch(
      /^Others use the database: .*guildhall [\d.]+ of guildhall_\w+ \(\d+\).* Stop/,
    )
    await database.close()
    await closePools(url, ownerUrl)
  })

  it('is refused while a server starts or migrates', async () => {
    await onConnection(ownerUrl, async (client) => {
      await client.query("select pg_advisory_lock(hashtextextended('guildhall.migrations', 0))")
      expect(await failure(distributing())).toMatch(/^A server is starting, or another run is/)
    })
  })

  it('continues after it was killed between tables', async () => {
    await killedAfter(/distributed checkout_product/)
    const some = await distributed()
    expect(some).toContain('checkout_product')
    expect(some).not.toContain('usage_event')
    await expect(migrate(ownerUrl, migrations, { appRole: applicationRole })).rejects.toThrow(
      'Only a part of this database is distributed: run guildhall distribute',
    )
    await closePools(url, ownerUrl)
  })

  it('continues after it was killed between foreign keys, and is then as before', async () => {
    await killedAfter(/distributed used_oauth_redirect/)
    expect(await distributed()).toContain('usage_event')
    expect(await inventory()).not.toEqual(before)
    await closePools(url, ownerUrl)
    const { code, said } = await distributing('--shards', '2').ended
    expect(code).toBe(0)
    expect(said).toMatch(/^Moved 0 tables in \d+ seconds/m)
    expect(await inventory()).toEqual(before)
    const { said: plan } = await distributing('--dry-run').ended
    expect(plan).toContain('Everything is where it should be')
  })

  it('has no rows left on the coordinator, and the doctor finds nothing wrong', async () => {
    const filled = await namesOf(
      `select leaf.relid::text as name from pg_dist_partition p
        cross join lateral (select relid from pg_partition_tree(p.logicalrelid) where isleaf
                            union select p.logicalrelid) leaf
        where (p.partmethod = 'h' or p.repmodel = 't') and pg_relation_size(leaf.relid) > 0`,
    )
    expect(filled).toEqual([])
    const { said } = await runGuildhall(['doctor'], {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      ...settings,
    }).ended
    expect(said).toContain('fine  every table is where it should be in the cluster')
    expect(said).toContain('fine  the books agree')
    expect(said).not.toMatch(/^wrong (?!a power failure)/m)
  })
})
