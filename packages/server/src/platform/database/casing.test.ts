import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = testDatabase()

test('identifiers are converted between camelCase and snake_case, except inside JSON', async () => {
  const { kysely } = db.database
  const query = kysely
    .selectFrom('outbox as outboxRow')
    .select(['outboxRow.objectType', 'outboxRow.recordedAt as insertedAt'])
    .where('outboxRow.objectVersion', '=', 1)
  expect(query.compile().sql).toBe(
    'select "outbox_row"."object_type", "outbox_row"."recorded_at" as "inserted_at" ' +
      'from "outbox" as "outbox_row" where "outbox_row"."object_version" = $1',
  )
  const instant = new Date()
  const event = { name: 'toy.made', objectType: 'toy', objectId: '1', objectVersion: 1 }
  const payload = '{"keptAs": [{"it_is": 1}]}'
  await db.database.pool.query(
    `insert into outbox (name, object_type, object_id, object_version, payload, recorded_at,
                         organization_time)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [...Object.values(event), payload, instant],
  )
  const rows = await kysely.selectFrom('outbox').selectAll().execute()
  expect(rows).toMatchObject([{ ...event, payload: JSON.parse(payload), recordedAt: instant }])
})
