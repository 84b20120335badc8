import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { insertedRows } from './json-rows.ts'

const db = testDatabase()

const columns = [
  'organizationId',
  'customerId',
  'name',
  'objectType',
  'objectId',
  'objectVersion',
  'payload',
  'recordedAt',
  'organizationTime',
] as const

it('inserts a single row as it does several', async () => {
  const row = {
    organizationId: null,
    customerId: null,
    name: '"quoted" and \\',
    objectType: 'null',
    objectVersion: 2 ** 40,
    payload: { text: 'a “b” \\ c', list: [1, null, 'x'], nothing: null },
    recordedAt: new Date('2026-11-30T12:34:56.789Z'),
    organizationTime: new Date('2027-01-31T00:00:00Z'),
  }
  const rows = ['alone', 'first', 'second'].map((objectId) => ({ ...row, objectId }))
  const found = await db.database.kysely.transaction().execute(async (tx) => {
    for (const some of [rows.slice(0, 1), rows.slice(1)]) {
      await sql`insert into outbox ${insertedRows('outbox', columns, some)}`.execute(tx)
    }
    return tx.selectFrom('outbox').select(columns).orderBy('id').execute()
  })
  expect(found).toEqual(rows)
})
