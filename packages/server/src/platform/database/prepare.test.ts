import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { StartFailure } from '../start-failure.ts'
import { openDatabase } from './database.ts'
import { type DatabaseUrls, prepareDatabase } from './prepare.ts'

const servers: Server[] = []
afterAll(() => servers.splice(0).forEach((server) => void server.close()))

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const db = testDatabase()
const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))

async function roleWith(urls: DatabaseUrls): Promise<string | undefined> {
  const settings = await prepareDatabase(urls, migrations)
  const database = await openDatabase(settings, pino({ level: 'silent' }))
  const { rows } = await database.kysely
    .transaction()
    .execute((tx) => sql<{ role: string }>`select current_user as role`.execute(tx))
  await database.close()
  return rows[0]?.role
}

test('with one url the owner migrates and the server assumes its own role', async () => {
  expect(await roleWith({ url: db.ownerUrl })).toBe('guildhall_app')
})

test('with two urls the server uses its own login, whatever its name', async () => {
  expect(await roleWith({ url: db.url, ownerUrl: db.ownerUrl })).toBe('guildhall_app')
})

test('without the owner’s login the server needs a database that it can run on', async () => {
  expect(await roleWith({ url: db.url })).toBe('guildhall_app')
  const later = (oldest: string | null) =>
    runOn(
      db.ownerUrl,
      `insert into schema_migration (number, name, checksum, oldest_version)
       values (9999, '9999_later.sql', '', ${oldest})
       on conflict (number) do update set oldest_version = excluded.oldest_version`,
    )
  await later(null)
  expect(await roleWith({ url: db.url })).toBe('guildhall_app')
  await later(`'999.0.0'`)
  await expect(prepareDatabase({ url: db.url }, migrations)).rejects.toThrow(
    /migration 9999_later\.sql of a later one has removed what versions before 999\.0\.0 need/,
  )
  await runOn(db.ownerUrl, `delete from schema_migration where number > 100`)
  await expect(prepareDatabase({ url: db.url }, migrations)).rejects.toThrow(
    /^Migration 0101_\w+\.sql has not been applied to this database, and only its owner can: /,
  )
})

test('connection failures are reported in one line without the password', async () => {
  const rude = await portOf(createServer((socket) => socket.end()))
  await expect(
    prepareDatabase({ url: `postgres://a@127.0.0.1:${rude}/b` }, migrations),
  ).rejects.toThrow(
    new StartFailure(
      `Cannot use PostgreSQL at 127.0.0.1:${rude}/b: Connection terminated unexpectedly`,
    ),
  )
  const unencrypted = await portOf(
    createServer((socket) => socket.once('data', () => socket.end('N'))),
  )
  const url = `postgres://a:secret@127.0.0.1:${unencrypted}/b?sslmode=verify-full`
  await expect(prepareDatabase({ url }, migrations)).rejects.toThrow(
    new StartFailure(
      `Cannot use PostgreSQL at 127.0.0.1:${unencrypted}/b: ` +
        'The server does not support SSL connections',
    ),
  )
})

test('an empty database is migrated at the start', async () => {
  await runOn(
    db.ownerUrl,
    'drop schema graphile_worker cascade; drop schema public cascade; create schema public',
  )
  expect(await roleWith({ url: db.ownerUrl })).toBe('guildhall_app')
  expect(await runOn(db.url, 'select from outbox')).toEqual([])
})
