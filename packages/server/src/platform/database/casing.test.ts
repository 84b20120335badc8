import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'

const db = testDatabase()

test('names are in camel case here and in snake case there, but for those inside of JSON', async () => {
  const { kysely } = db.database
  const query = kysely
    .selectFrom('outbox as newsItem')
    .select(['newsItem.objectType', 'newsItem.recordedAt as toldAt'])
    .where('newsItem.objectVersion', '=', 1)
  expect(query.compile().sql).toBe(
    'select "news_item"."object_type", "news_item"."recorded_at" as "told_at" ' +
      'from "outbox" as "news_item" where "news_item"."object_version" = $1',
  )
  const instant = new Date()
  const news = { name: 'toy.made', objectType: 'toy', objectId: '1', objectVersion: 1 }
  const payload = '{"keptAs": [{"it_is": 1}]}'
  await db.database.pool.query(
    `insert into outbox (name, object_type, object_id, object_version, payload, recorded_at,
                         organization_time)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [...Object.values(news), payload, instant],
  )
  const rows = await kysely.selectFrom('outbox').selectAll().execute()
  expect(rows).toMatchObject([{ ...news, payload: JSON.parse(payload), recordedAt: instant }])
})
