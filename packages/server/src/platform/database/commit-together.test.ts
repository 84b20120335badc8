import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { isOnCluster } from '../../../test/shards.ts'
import { newId } from '../ids.ts'
import { openDatabase } from './database.ts'

const db = testDatabase()
const organizationId = newId('organization')
const customerId = newId('customer')

/** What the coordinator asks workers for in a transaction that does this. */
async function askedIn(...statements: readonly RawBuilder<unknown>[]): Promise<string[]> {
  const database = await openDatabase({ url: db.url, connectionsMax: 1 }, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const asked: string[] = []
  const client = await database.pool.connect()
  client.on('notice', ({ message }) => asked.push(String(message)))
  client.release()
  await database.transact(async (tx) => {
    await sql`set local citus.log_remote_commands = on`.execute(tx)
    await sql`set local client_min_messages = log`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
  })
  return asked.map((message) => message.replace(/^issuing /, ''))
}

const onWorker = sql`
  update customer set name = 'Ada'
   where organization_id = ${organizationId} and id = ${customerId}`
const onCoordinator = sql`
  insert into due_note (organization_id, kind, due_at)
  values (${organizationId}, 'customers.erase', now())`
const read = sql`
  select from customer where organization_id = ${organizationId} and id = ${customerId}`

const phases = (asked: readonly string[]) =>
  asked.flatMap((text) => /^(PREPARE TRANSACTION|COMMIT PREPARED|COMMIT)/.exec(text)?.[0] ?? [])

describe.runIf(isOnCluster())('on a cluster', () => {
  it('a worker and the coordinator commit together what was written on both', async () => {
    const inTwoPhases = ['PREPARE TRANSACTION', 'COMMIT PREPARED']
    expect(phases(await askedIn(onWorker, onCoordinator))).toEqual(inTwoPhases)
    expect(phases(await askedIn(onCoordinator, onWorker))).toEqual(inTwoPhases)
  })

  it('what was only read is not prepared', async () => {
    expect(phases(await askedIn(read, onCoordinator))).toEqual(['COMMIT'])
  })
})
