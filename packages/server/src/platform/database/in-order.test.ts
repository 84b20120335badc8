import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inOrder } from './in-order.ts'

const db = testDatabase()

it('statements run in the given order, and later ones see the writes of earlier ones', async () => {
  const answers = await db.database.transact(async (tx) => {
    await sql`create temporary table step (place int) on commit drop`.execute(tx)
    return inOrder(tx, [
      (one) => sql<{ place: number }>`insert into step values (1) returning place`.execute(one),
      () => null,
      (one) => sql<{ places: number }>`select count(*)::int as places from step`.execute(one),
      (one) => sql<{ place: number }>`delete from step returning place`.execute(one),
      (one) => sql<{ places: number }>`select count(*)::int as places from step`.execute(one),
    ])
  })
  expect(answers.map((answer) => answer?.rows)).toEqual([
    [{ place: 1 }],
    undefined,
    [{ places: 1 }],
    [{ place: 1 }],
    [{ places: 0 }],
  ])
})

it('the statement that failed is reported, though its step is slower to say so than the next', async () => {
  const failed = db.database.transact((tx) =>
    inOrder(tx, [
      async (one) => {
        try {
          await sql`do $$ begin raise exception sqlstate '55P03'; end $$`.execute(one)
        } finally {
          await sleep(10)
        }
      },
      (one) => sql`select 1`.execute(one),
    ]),
  )
  await expect(failed).rejects.toMatchObject({ code: '55P03' })
})
