import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { runOn } from '../../../test/sql.ts'
import { version } from '../version.ts'
import { migrate } from './migrate.ts'
import { applicationRole } from './settings.ts'

const db = testDatabase()
const ours = fileURLToPath(new URL('../../../migrations', import.meta.url))
const names = (await readdir(ours)).toSorted()
const nextName = `${String(names.length + 1).padStart(4, '0')}_shelves.sql`
let folder = ''

/** Migrates as a later version does, which has one more migration. */
async function migrateLater(sql: string): Promise<string[]> {
  await writeFile(join(folder, nextName), sql)
  return migrate(db.ownerUrl, folder, { appRole: applicationRole })
}

/** Starts as this version does. */
const startAgain = () => migrate(db.ownerUrl, ours, { appRole: applicationRole })

const columns = async (table: string) =>
  (
    await runOn<{ name: string }>(
      db.ownerUrl,
      `select attname as name from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    )
  ).map(({ name }) => name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
  for (const name of names) await copyFile(join(ours, name), join(folder, name))
})

afterEach(async () => {
  await runOn(db.ownerUrl, `delete from schema_migration where name = '${nextName}'`)
  await runOn(db.ownerUrl, 'drop table if exists shelf')
  await runOn(db.ownerUrl, 'alter table customer drop column if exists shelf')
})

afterAll(() => rm(folder, { recursive: true }))

describe('a version on the schema of a later one', () => {
  it('starts where the schema was only expanded', async () => {
    expect(await migrateLater('create table shelf (id uuid primary key)')).toEqual([nextName])
    expect(await startAgain()).toEqual([])
  })

  it('starts where nothing was removed that it needs', async () => {
    await migrateLater(`-- contract since ${version}: nothing reads shelves\nselect 1`)
    expect(await startAgain()).toEqual([])
  })

  it('is refused where something was, with the version to start', async () => {
    await migrateLater(`-- contract since ${version}: nothing reads shelves\nselect 1`)
    await runOn(
      db.ownerUrl,
      `update schema_migration set oldest_version = '99.1.0'
                               where name = '${nextName}'`,
    )
    await expect(startAgain()).rejects.toThrow(
      `This is version ${version}, and migration ${nextName} of a later one has removed what ` +
        'versions before 99.1.0 need: start 99.1.0 or later',
    )
  })
})

it('a database of a version without the record gets it', async () => {
  await runOn(db.ownerUrl, 'alter table schema_migration drop column oldest_version')
  expect(await startAgain()).toEqual([])
  expect(await columns('schema_migration')).toContain('oldest_version')
})

it.each(['-- contract: shelves', '-- contract since 1.0: shelves', '-- expand', '-- Expand: x'])(
  'a migration that begins with “%s” is refused',
  async (line) => {
    await expect(migrateLater(`${line}\nselect 1`)).rejects.toThrow(
      `Migration ${nextName} begins with “${line}”`,
    )
  },
)

describe('a migration that removes something', () => {
  const removing = '-- contract since 0.0.9: nothing reads shelves\nselect 1'
  const running = async (application: string) => {
    const client = new pg.Client({ connectionString: db.url, application_name: application })
    await client.connect()
    return client
  }

  it.each(['guildhall', 'guildhall 0.0.8'])('waits until %s is stopped', async (application) => {
    const client = await running(application)
    await expect(migrateLater(removing)).rejects.toThrow(
      `Migration ${nextName} removes what versions before 0.0.9 need, and ` +
        `${application} is running on this database: stop it`,
    )
    await client.end()
    await eventually(async () => expect(await migrateLater(removing)).toEqual([nextName]))
  })

  it('doesn’t mind versions that no longer use it, and other programs', async () => {
    const clients = await Promise.all(['guildhall 0.0.9', 'psql'].map(running))
    expect(await migrateLater(removing)).toEqual([nextName])
    await Promise.all(clients.map((client) => client.end()))
  })

  it('may run when the database is made', async () => {
    const client = await running('guildhall 0.0.8')
    expect(await migrateLater('create table shelf (id int)')).toEqual([nextName])
    await client.end()
  })
})

it('requests don’t wait behind a migration that waits for a table', async () => {
  const reader = new pg.Client({ connectionString: db.url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from customer')
  const migrated = migrateLater('alter table customer add column shelf text')
  await eventually(async () => {
    const waiting = await runOn(
      db.ownerUrl,
      "select from pg_locks where relation = 'customer'::regclass and not granted",
    )
    expect(waiting).toHaveLength(1)
  })
  // Without its own limit, the migration would hold up this request until the reader is done.
  expect(await runOn(db.url, 'select count(*)::int as count from customer')).toEqual([{ count: 0 }])
  await reader.query('commit')
  expect(await migrated).toEqual([nextName])
  await reader.end()
})
