import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { migrate, refuseOldServer } from './migrate.ts'
import { applicationRole } from './settings.ts'

const db = testDatabase()
const ours = fileURLToPath(new URL('../../../migrations', import.meta.url))
const names = (await readdir(ours)).toSorted()
const folders: string[] = []
const options = { appRole: applicationRole }

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

/** Creates a folder with our first migrations and the given ones. */
async function oursAnd(count: number, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await folderOf(files)
  for (const name of names.slice(0, count)) await copyFile(join(ours, name), join(folder, name))
  return folder
}

const tables = async () =>
  (
    await runOn<{ name: string }>(
      db.ownerUrl,
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
  ).map(({ name }) => name)

beforeEach(async () => {
  await runOn(
    db.ownerUrl,
    'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
  )
})

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

test('migrations are applied to an empty database once', async () => {
  expect(await migrate(db.ownerUrl, ours, options)).toEqual(names)
  expect(await migrate(db.ownerUrl, ours, options)).toEqual([])
})

test('jobs that wait under a former name run under the current one', async () => {
  const renaming = names.findIndex((name) => name.endsWith('_plain_names.sql'))
  await migrate(db.ownerUrl, await oursAnd(renaming, {}), options)
  const add = (task: string, payload: object) =>
    runOn(db.ownerUrl, 'select graphile_worker.add_job($1, $2::json)', [
      task,
      JSON.stringify(payload),
    ])
  await add('orders.noteDispute', { organizationId: 'o', payment_id: 'p', status: 'open' })
  await add('checkout.finish', { organizationId: 'o', id: 'c' })
  await migrate(db.ownerUrl, ours, options)
  const waiting = await runOn(
    db.ownerUrl,
    `select identifier as task, payload
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = task_id
      order by 1`,
  )
  expect(waiting).toEqual([
    { task: 'checkout.finish', payload: { organizationId: 'o', id: 'c' } },
    {
      task: 'orders.record_dispute',
      payload: { organizationId: 'o', paymentId: 'p', status: 'open' },
    },
  ])
})

test('customer sessions of unknown origin end, with their secrets, and codes stay valid', async () => {
  const ending = names.findIndex((name) => name.endsWith('_sessions_of_purchases.sql'))
  await migrate(db.ownerUrl, await oursAnd(ending, {}), options)
  const id = '0191f7a0-0000-7000-8000-000000000001'
  const [session, other] = ['a', 'b'].map((digit) => `'\\x${digit.repeat(64)}'`)
  await runOn(
    db.ownerUrl,
    `insert into organization (id, slug, name, created_at) values ('${id}', 'acme', 'Acme', now());
     insert into customer (organization_id, id, email, created_at)
       values ('${id}', '${id}', 'ada@buyer.test', now());
     insert into secret_directory (hash, organization_id) values (${session}, '${id}'), (${other}, '${id}');
     insert into customer_session
       (organization_id, id, customer_id, secret_hash, created_at, expires_at)
       values ('${id}', '${id}', '${id}', ${session}, now(), now() + interval '1 hour');
     insert into portal_code
       (organization_id, id, customer_id, key_id, code_mac, guesses_left, created_at, expires_at)
       values ('${id}', '${id}', '${id}', '0123abcd', '\\x00', 3, now(), now())`,
  )
  await migrate(db.ownerUrl, ours, options)
  const left = `
    select (select count(*) from customer_session)::int as sessions,
           (select string_agg(encode(hash, 'hex'), '') from secret_directory) as secrets,
           (select guesses_left from portal_code) as guesses`
  expect(await runOn(db.ownerUrl, left)).toEqual([
    { sessions: 0, secrets: 'b'.repeat(64), guesses: 1000 },
  ])
})

test('access tokens get the creators that their events name', async () => {
  const naming = names.findIndex((name) => name.endsWith('_creators_of_access_tokens.sql'))
  await migrate(db.ownerUrl, await oursAnd(naming, {}), options)
  const id = (digit: number) => `0191f7a0-0000-7000-8000-00000000000${digit}`
  const [acme, known, unknown, ada] = [id(1), id(2), id(3), id(4)]
  await runOn(
    db.ownerUrl,
    `insert into organization (id, slug, name, created_at) values ('${acme}', 'acme', 'Acme', now());
     insert into secret_directory (hash, organization_id)
       select decode(repeat(digit, 64), 'hex'), '${acme}' from unnest(array['a', 'b']) digit;
     insert into organization_access_token
       (organization_id, id, secret_hash, comment, scopes, created_at)
       values ('${acme}', '${known}', decode(repeat('a', 64), 'hex'), 'CI', '{orders:read}', now()),
              ('${acme}', '${unknown}', decode(repeat('b', 64), 'hex'), 'CI', '{orders:read}', now());
     insert into event_log
       (id, organization_id, sequence, name, object_type, object_id, object_version, payload,
        recorded_at, organization_time)
       values (1, '${acme}', 1, 'organization_access_token.created', 'organization_access_token',
               '${known}', 1, '{"actor_user_id": "${ada}"}', now(), now())`,
  )
  await migrate(db.ownerUrl, ours, options)
  const creators = 'select created_by from organization_access_token order by id'
  expect(await runOn(db.ownerUrl, creators)).toEqual([{ created_by: ada }, { created_by: null }])
})

test('migrations are applied to every earlier schema', async () => {
  for (const [count] of names.entries()) {
    if (count === 0) continue
    await migrate(db.ownerUrl, await oursAnd(count, {}), options)
    expect(await migrate(db.ownerUrl, await oursAnd(count + 1, {}), options)).toEqual([
      names[count],
    ])
  }
})

test('concurrent processes migrate once', async () => {
  const applied = await Promise.all(
    Array.from({ length: 4 }, () => migrate(db.ownerUrl, ours, options)),
  )
  expect(applied.flat().toSorted()).toEqual(names)
})

test('a failed migration is rolled back and reported with its position', async () => {
  const folder = await oursAnd(1, {
    '0002_shelf.sql': 'create table shelf (id int);\n\n  insert into shelf values (x);\n',
  })
  await expect(migrate(db.ownerUrl, folder, options)).rejects.toThrow(
    'Migration 0002_shelf.sql failed at line 3, column 29: column "x" does not exist (42703)',
  )
  expect(await tables()).not.toContain('shelf')
  const mended = await oursAnd(1, { '0002_shelf.sql': 'create table shelf (id int)' })
  expect(await migrate(db.ownerUrl, mended, options)).toEqual(['0002_shelf.sql'])
})

test('changed and renamed migrations are refused', async () => {
  await migrate(db.ownerUrl, await oursAnd(1, { '0002_shelf.sql': 'select 1' }), options)
  const changed = await oursAnd(1, { '0002_shelf.sql': 'select 2' })
  await expect(migrate(db.ownerUrl, changed, options)).rejects.toThrow(
    'Migration 0002_shelf.sql differs from 0002_shelf.sql as applied to this database',
  )
  const renamed = await oursAnd(1, { '0002_rack.sql': 'select 1' })
  await expect(migrate(db.ownerUrl, renamed, options)).rejects.toThrow(
    'Migration 0002_rack.sql differs from 0002_shelf.sql as applied to this database',
  )
})

test('gaps, duplicate numbers, invalid names and transaction statements are refused', async () => {
  const refusal = async (files: Readonly<Record<string, string>>) =>
    migrate(db.ownerUrl, await folderOf(files), options).catch((error: Error) => error.message)
  expect(await refusal({ '0001_a.sql': '', '0003_b.sql': '' })).toBe(
    'Migration 0003_b.sql is in the place of number 0002',
  )
  expect(await refusal({ '0001_a.sql': '', '0001_b.sql': '' })).toBe(
    'Migration 0001_b.sql is in the place of number 0002',
  )
  expect(await refusal({ '1_a.sql': '' })).toBe(
    'Migration 1_a.sql is not named like 0001_what_it_does.sql',
  )
  expect(await refusal({ '0001_a.sql': 'select 1;\ncommit;\n' })).toBe(
    'Migration 0001_a.sql must leave its transaction to the runner',
  )
  expect(await tables()).toEqual([])
})

test('an outdated PostgreSQL is refused', () => {
  expect(() => refuseOldServer({ version: '15.0', number: 150_000 })).not.toThrow()
  expect(() => refuseOldServer({ version: '14.19', number: 140_019 })).toThrow(
    'PostgreSQL 15 or newer is needed, but the server is 14.19',
  )
})

test('a missing role that cannot be created is reported with instructions', async () => {
  await expect(migrate(db.url, ours, { appRole: 'nobody_s_role' })).rejects.toThrow(
    'create role "nobody_s_role"; grant "nobody_s_role" to current_user',
  )
})
