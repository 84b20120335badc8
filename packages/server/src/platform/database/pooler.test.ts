import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { runOn } from '../../../test/sql.ts'
import { assert } from '../../kernel/assert.ts'
import { StartFailure } from '../start-failure.ts'
import { type DatabaseUrls, prepareDatabase } from './prepare.ts'

const db = testDatabase()
const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))

const prepare = (urls: DatabaseUrls) =>
  prepareDatabase({ ownerUrl: db.ownerUrl, ...urls }, migrations)

const refusalOf = (urls: DatabaseUrls): Promise<unknown> =>
  prepare(urls).then(
    () => null,
    (error: unknown) => error,
  )

const leadsToPooler = (setting: string) =>
  new StartFailure(
    `${setting} leads to a pooler, which shares sessions: set DATABASE_POOLED=on, and ` +
      'DATABASE_DIRECT_URL to PostgreSQL itself',
  )

describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
  let strict: PgBouncer
  /** Drops the settings that a session begins with. */
  let lax: PgBouncer
  let poolers: readonly PgBouncer[] = []
  beforeAll(async () => {
    const logins = [db.url, db.ownerUrl]
    strict = await startPgBouncer(logins)
    lax = await startPgBouncer(logins, { ignore_startup_parameters: 'options' })
    poolers = [strict, lax]
  })
  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop()
  })

  it('a server that takes it for PostgreSQL doesn’t start', async () => {
    for (const pooler of poolers) {
      const url = pooler.through(db.url)
      expect(await refusalOf({ url })).toEqual(leadsToPooler('DATABASE_URL'))
      expect(await refusalOf({ url, directUrl: db.url })).toEqual(leadsToPooler('DATABASE_URL'))
    }
  })

  it('a direct URL that leads to it is refused', async () => {
    for (const pooler of poolers) {
      const url = pooler.through(db.url)
      expect(await refusalOf({ url, directUrl: url, pooled: true })).toEqual(
        leadsToPooler('DATABASE_DIRECT_URL'),
      )
    }
  })

  it('a server whose shared sessions lack its settings says how to set them', async () => {
    const urls = { url: strict.through(db.url), directUrl: db.url, pooled: true }
    await runOn(
      db.url,
      `alter role current_user in database ${nameOf(db.url)} set timezone = 'Asia/Tokyo'`,
    )
    const refusal = await refusalOf(urls)
    assert(refusal instanceof StartFailure, 'it is refused')
    expect(refusal.message).toMatch(/lack TimeZone, statement_timeout, lock_timeout, idle_in/)
    const [, statements = ''] = /run: (.*)\. Then/.exec(refusal.message) ?? []
    await runOn(db.url, statements)
    await strict.kill()
    await strict.restart()
    expect(await prepare(urls)).toEqual(urls)
  })

  it('an owner may come through it to migrate', async () => {
    await runOn(
      db.ownerUrl,
      'drop schema graphile_worker cascade; drop schema public cascade; create schema public',
    )
    const urls = { url: strict.through(db.url), directUrl: db.url, pooled: true }
    expect(await prepare({ ...urls, ownerUrl: strict.through(db.ownerUrl) })).toEqual(urls)
    expect(await runOn(db.url, 'select from outbox')).toEqual([])
  })
})

const nameOf = (url: string): string => /\/(\w+)\?/.exec(url)?.[1] ?? ''
