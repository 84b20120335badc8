import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { runOn } from '../../test/sql.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { newId } from '../platform/ids.ts'
import { doctor } from './doctor.ts'
import { lineOf } from './findings.ts'

const db = testDatabase()
const packageFolder = new URL('../../', import.meta.url)

function configFor(url: string, more: Readonly<Record<string, string>> = {}): Config {
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: db.ownerUrl,
    GUILDHALL_SECRET: 'a'.repeat(32),
    ...more,
  })
  if ('faults' in config) throw new Error(config.faults.join('; '))
  return config
}

/** Test clusters give up durability for speed, which the doctor rightly reports. */
const problemsAt = async (url: string) =>
  (await doctor(configFor(url), packageFolder))
    .filter(({ state }) => state === 'wrong')
    .map(lineOf)
    .filter((text) => !text.startsWith('a power failure could lose'))

test('finds nothing wrong with a migrated database', async () => {
  expect(await problemsAt(db.url)).toEqual([])
})

test('reports a seller of users that isn’t there', async () => {
  const config = configFor(db.url, { GUILDHALL_SELLER_ID: newId('organization') })
  const texts = (await doctor(config, packageFolder)).map(({ text }) => text)
  expect(texts).toContain('GUILDHALL_SELLER_ID is the id of no organization: users can’t buy')
})

test('reports a missing migration', async () => {
  await runOn(db.ownerUrl, "delete from schema_migration where name like '0006%'")
  expect(await problemsAt(db.url)).toEqual([
    'not applied yet: 0006_idempotency.sql: starting the server applies them',
  ])
})

test('reports a database that does not answer', async () => {
  expect(await problemsAt('postgres://nobody@127.0.0.1:9/none')).toEqual([
    'The database does not answer: connect ECONNREFUSED 127.0.0.1:9',
  ])
})

test('reports an empty database', async () => {
  await runOn(db.ownerUrl, 'drop schema public cascade; create schema public')
  await runOn(db.ownerUrl, 'grant usage on schema public to public')
  expect(await problemsAt(db.url)).toEqual([
    'the database is empty: starting the server creates the schema',
  ])
})
