import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { jsonText } from './json.ts'

const db = testDatabase()

const partitions = async (parent = 'event_log') =>
  (
    await runOn<{ name: string }>(
      db.ownerUrl,
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = $1::regclass order by 1`,
      [parent],
    )
  ).map(({ name }) => name)

const drop = async () =>
  (await runOn<{ done: boolean }>(db.url, 'select guildhall_drop_expired_partitions() as done'))[0]
    ?.done

test('partitions for this week and the next two are prepared idempotently', async () => {
  const before = await partitions()
  expect(before).toHaveLength(3)
  await Promise.all([1, 2, 3].map(() => runOn(db.url, 'select guildhall_prepare_partitions()')))
  expect(await partitions()).toEqual(before)
})

test('partitions are created and dropped while a writer has an open transaction', async () => {
  const { database } = db
  await database.kysely.transaction().execute(async (tx) => {
    await tx
      .insertInto('outbox')
      .values({
        name: 'toy.made',
        objectType: 'toy',
        objectId: 'bear',
        objectVersion: 1,
        payload: jsonText({}),
        recordedAt: new Date(0),
        organizationTime: new Date(0),
      })
      .execute()
    await runOn(db.ownerUrl, `select guildhall_make_partition('event_log', date '2020-01-06')`)
  })
  expect(await partitions()).toContain('event_log_20200106')
})

test('only expired partitions are dropped', async () => {
  await runOn(
    db.ownerUrl,
    `select guildhall_make_partition('event_log', date '2020-01-06'),
            guildhall_make_partition('event_log', date '2020-01-13')`,
  )
  expect(await drop()).toBe(true)
  expect(await partitions()).toHaveLength(3)
})

test('partitions by month are adjacent, and kept if nothing says how long', async () => {
  const before = await partitions('usage_event')
  const months = await runOn<{ name: string }>(
    db.ownerUrl,
    `select 'usage_event_' || to_char(date_trunc('month', now() at time zone 'UTC')
              + n * interval '1 month', 'YYYYMMDD') as name from generate_series(0, 2) n`,
  )
  expect(before).toEqual(months.map(({ name }) => name))
  await runOn(
    db.ownerUrl,
    `select guildhall_make_partition('usage_event', date '2020-01-01'),
            guildhall_make_partition('usage_event', date '2020-02-01')`,
  )
  const [bounds] = await runOn<{ text: string }>(
    db.ownerUrl,
    `select pg_get_expr(relpartbound, oid) as text from pg_class where relname = 'usage_event_20200101'`,
  )
  expect(bounds?.text).toContain(`TO ('2020-02-01 00:00:00+00')`)
  expect(await drop()).toBe(true)
  expect(await partitions('usage_event')).toHaveLength(5)
})

test('dropping yields to readers of the log and requests a retry', async () => {
  await runOn(db.ownerUrl, `select guildhall_make_partition('event_log', date '2020-01-06')`)
  await db.database.kysely.transaction().execute(async (tx) => {
    await tx.selectFrom('eventLog').select('id').execute()
    expect(await drop()).toBe(false)
  })
  expect(await drop()).toBe(true)
})

test('the role of the server can’t change partitioning or expiry', async () => {
  await expect(
    runOn(db.url, `select guildhall_make_partition('event_log', date '2020-01-06')`),
  ).rejects.toThrow('permission denied')
  await expect(
    runOn(db.url, `select guildhall_partition_by_week('outbox', interval '20 days')`),
  ).rejects.toThrow('permission denied')
})
