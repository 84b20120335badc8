import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { type Database, openDatabase } from './database.ts'
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

test.each(changes)('the role of the server is refused to %s', async (change) => {
  const refusal = 'permission denied for table event_log'
  await expect(runOn(db.url, change)).rejects.toThrow(refusal)
  await expect(oneUrl.pool.query(change)).rejects.toThrow(refusal)
  const inTransaction = oneUrlPooled.kysely
    .transaction()
    .execute((tx) => sql.raw(change).execute(tx))
  await expect(inTransaction).rejects.toThrow(refusal)
})

test.each(changes)('the trigger refuses even the owner to %s', async (change) => {
  await expect(runOn(db.ownerUrl, change)).rejects.toThrow('is append-only')
  const inPartition = change.replace('event_log', partition)
  await expect(runOn(db.ownerUrl, inPartition)).rejects.toThrow(`${partition} is append-only`)
})

test('partitions are out of reach of the role of the server but through their table', async () => {
  await expect(runOn(db.url, `delete from ${partition}`)).rejects.toThrow('permission denied')
  expect(await runOn(db.url, 'select name from event_log')).toEqual([{ name: 'toy.made' }])
})

test.each(['schema_migration', 'partition_plan'])(
  'what belongs to the owner alone can only be read: %s',
  async (table) => {
    await runOn(db.url, `table ${table}`)
    await expect(runOn(db.url, `delete from ${table}`)).rejects.toThrow('permission denied')
    await expect(runOn(db.url, `drop table ${table}`)).rejects.toThrow('must be owner')
  },
)

test('the role of the server makes no tables', async () => {
  await expect(runOn(db.url, 'create table mine (id int)')).rejects.toThrow('permission denied')
})

test('every other table can be read and written', async () => {
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
