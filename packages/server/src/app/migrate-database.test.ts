import { expect, test } from 'vitest'
import { runGuildhall } from '../../test/command-line.ts'
import { testDatabase } from '../../test/database.ts'
import { runOn } from '../../test/sql.ts'

const db = testDatabase()
const given = { DATABASE_URL: db.url, GUILDHALL_SECRET: 's'.repeat(32) }

test('the owner migrates an empty database, which the server’s login then uses', async () => {
  await runOn(
    db.ownerUrl,
    'drop schema graphile_worker cascade; drop schema public cascade; create schema public',
  )
  const { code, said } = await runGuildhall(['migrate'], {
    ...given,
    DATABASE_OWNER_URL: db.ownerUrl,
  }).ended
  expect({ code, said }).toEqual({
    code: 0,
    said: `PostgreSQL at ${new URL(db.url).host}${new URL(db.url).pathname} has the schema of this version.\n`,
  })
  const without = await runGuildhall(['migrate'], given).ended
  expect(without.code).toBe(0)
  const applied = await runOn<{ count: string }>(db.url, 'select count(*) from schema_migration')
  expect(Number(applied[0]?.count)).toBeGreaterThan(100)
})

test('what can’t be migrated is refused in one line', async () => {
  const { code, complained } = await runGuildhall(['migrate']).ended
  expect({ code, complained }).toEqual({
    code: 1,
    complained: 'DATABASE_URL is not set: the embedded database is migrated at the start\n',
  })
  expect(await runGuildhall(['migrate', '--now'], given).ended).toMatchObject({
    code: 2,
    complained: 'There is no option --now\n',
  })
})
