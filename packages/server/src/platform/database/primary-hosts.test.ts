import pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { replicatedDatabase } from '../../../test/replicated.ts'
import { onConnection } from '../../../test/sql.ts'
import { startStallingRelay } from '../../../test/stalling-relay.ts'
import { openDatabase } from './database.ts'

const db = replicatedDatabase()
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

const hostOf = (url: string): string => new pg.Client(url).host

const urlOf = (...hosts: readonly string[]): string =>
  `postgresql://guildhall_app@localhost/guildhall?host=${hosts.join(',')}&port=5432&sslmode=disable`

const asked = `select 1 as answer, pg_is_in_recovery() as "isStandby"`

test('the server that takes writes is found wherever it is in the list', async () => {
  const database = await openDatabase(
    { url: urlOf(hostOf(db.replica.url), '/nowhere', hostOf(db.primary.url)) },
    log,
  )
  onTestFinished(database.close)
  const { rows } = await database.pool.query(asked)
  expect(rows).toEqual([{ answer: 1, isStandby: false }])
})

test('without any that takes writes the refusal says why', async () => {
  const url = urlOf(hostOf(db.replica.url), '/nowhere')
  await expect(openDatabase({ url }, log)).rejects.toThrow(
    /^connection error: no server takes writes \(.*:5432 is read-only; connect ENOENT .*\)$/,
  )
})

test('connections to a former primary that has lost its power are given up', async () => {
  const relay = await startStallingRelay(`${hostOf(db.primary.url)}/.s.PGSQL.5432`)
  onTestFinished(relay.stop)
  const url = urlOf(relay.folder, hostOf(db.replica.url))
  const database = await openDatabase({ url, connectionsMax: 1 }, log)
  onTestFinished(database.close)
  await database.pool.query(asked)
  relay.stall()
  const hanging = database.pool.query(asked).catch((error: unknown) => error)
  await onConnection(db.replica.superuserUrl, (client) => client.query('select pg_promote()'))
  expect(await hanging).toMatchObject({ message: expect.stringContaining('connection terminated') })
  await eventually(async () => {
    const { rows } = await database.pool.query(asked)
    expect(rows).toEqual([{ answer: 1, isStandby: false }])
  })
  expect(logged.join('')).toContain('another server is the primary now')
})
