import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { queueRevision } from './queue-schema.ts'
import { applicationRole } from './settings.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const changes = ['update event_log set name = name', 'delete from event_log', 'truncate event_log']

let partition = ''
let oneUrl: Database
let oneUrlPooled: Database

beforeAll(async () => {
  const role = applicationRole
  oneUrl = await openDatabase({ url: db.ownerUrl, role }, log)
  oneUrlPooled = await openDatabase({ url: db.ownerUrl, role, pooled: true }, log)
  await runOn(
    db.url,
    `insert into event_log (id, sequence, name, object_type, object_id, object_version, payload,
                            recorded_at, organization_time)
     values (1, 1, 'toy.made', 'toy', 'bear', 1, '{}', now(), now())`,
  )
  const rows = await runOn<{ name: string }>(
    db.ownerUrl,
    'select tableoid::regclass::text as name from event_log',
  )
  partition = rows[0]?.name ?? ''
})

afterAll(async () => {
  await oneUrl.close()
  await oneUrlPooled.close()
})

test.each(changes)('the role of the server is not allowed to %s', async (change) => {
  const refusal = 'permission denied for table event_log'
  await expect(runOn(db.url, change)).rejects.toThrow(refusal)
  await expect(oneUrl.pool.query(change)).rejects.toThrow(refusal)
  const inTransaction = oneUrlPooled.kysely
    .transaction()
    .execute((tx) => sql.raw(change).execute(tx))
  await expect(inTransaction).rejects.toThrow(refusal)
})

test.each(changes)('the trigger refuses %s even for the owner', async (change) => {
  await expect(runOn(db.ownerUrl, change)).rejects.toThrow('is append-only')
  const inPartition = change.replace('event_log', partition)
  await expect(runOn(db.ownerUrl, inPartition)).rejects.toThrow(`${partition} is append-only`)
})

test('the role of the server reaches partitions only through their table', async () => {
  await expect(runOn(db.url, `delete from ${partition}`)).rejects.toThrow('permission denied')
  expect(await runOn(db.url, 'select name from event_log')).toEqual([{ name: 'toy.made' }])
})

test.each(['schema_migration', 'partition_plan'])(
  'the role of the server can only read %s',
  async (table) => {
    await runOn(db.url, `table ${table}`)
    await expect(runOn(db.url, `delete from ${table}`)).rejects.toThrow('permission denied')
    await expect(runOn(db.url, `drop table ${table}`)).rejects.toThrow('must be owner')
  },
)

test('the role of the server can’t create tables', async () => {
  await expect(runOn(db.url, 'create table mine (id int)')).rejects.toThrow('permission denied')
})

test('the role of the server can read and write every other table', async () => {
  const rows = await runOn<{ name: string; may: boolean }>(
    db.url,
    `select c.relname as name,
            has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
              and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
              as may
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
        and not exists (select from pg_trigger where tgrelid = c.oid and tgname = 'append_only')
        and c.relname not in ('schema_migration', 'partition_plan')`,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.filter(({ may }) => !may)).toEqual([])
})

describe('granting at a later start', () => {
  const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
  const startAgain = () => migrate(db.ownerUrl, migrations, { appRole: applicationRole })
  /** Tables and functions, each with the transaction that last wrote its catalog row. */
  const written = () =>
    runOn(
      db.ownerUrl,
      `select oid::regclass::text as name, xmin::text from pg_class
        where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       union all
       select oid::regprocedure::text, xmin::text from pg_proc
        where pronamespace = 'public'::regnamespace
       order by 1`,
    )
  /** The privileges held by roles other than the owner. */
  const granted = () =>
    runOn(
      db.ownerUrl,
      `select it.name::text, held.grantee, held.privilege_type
         from (
           select oid::regclass::text as name, relowner as owner, relacl as acl from pg_class
           union all
           select oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner))
             from pg_proc where pronamespace = 'public'::regnamespace
           union all
           select oid::regnamespace::text, nspowner, nspacl from pg_namespace
         ) it, aclexplode(it.acl) held
        where held.grantee <> it.owner
        order by 1, 2, 3`,
    )

  test('rewrites nothing', async () => {
    const before = await written()
    await startAgain()
    expect(await written()).toEqual(before)
  })

  test('restores missing privileges and revokes excess ones', async () => {
    const before = await granted()
    await runOn(
      db.ownerUrl,
      `revoke all on orders, schema_migration from ${applicationRole};
       revoke insert on graphile_worker._private_jobs from ${applicationRole};
       revoke usage on schema graphile_worker from ${applicationRole};
       revoke execute on function guildhall_prepare_partitions() from ${applicationRole};
       grant execute on function guildhall_drop_expired_partitions() to public;
       grant update, delete on event_log to ${applicationRole};
       grant select on ${partition} to ${applicationRole}`,
    )
    expect(await granted()).not.toEqual(before)
    await startAgain()
    expect(await granted()).toEqual(before)
    await expect(runOn(db.url, 'select from graphile_worker.jobs')).resolves.toEqual([])
  })

  test('migrates the queue only when its schema is outdated', async () => {
    const newest = 'select max(id) as newest from graphile_worker.migrations'
    expect(await runOn(db.ownerUrl, newest)).toEqual([{ newest: queueRevision }])
  })
})
