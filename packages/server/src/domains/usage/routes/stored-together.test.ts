import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type BillingAnswer, briefOf, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { testServer } from '../../../../test/server.ts'
import { onConnection } from '../../../../test/sql.ts'
import { bareEvent, ingest, storedEvents } from '../../../../test/usage.ts'

const { db, server, acme, calls } = sellingServer(['events:write'])
const second = testServer(db)
let token: string

beforeAll(async () => {
  token = (await newAccessToken(server.current, acme, ['events:write'])).token
})

const unknownId = '00000000-0000-7000-8000-000000000000'

const stored = (name: string) => storedEvents(db, acme, name)

/** As many statements of ingestion wait for a lock. */
const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const { rowCount } = await db.database.pool.query(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%usage_event_key%'`,
    )
    expect(rowCount).toBe(count)
  })

it('two servers store the same events in opposite order without a deadlock', async () => {
  const events = ['a', 'm', 'z'].map((external_id) => ({ ...bareEvent, external_id }))
  const other = withToken(second.current, token)
  const started: Promise<BillingAnswer>[] = []
  await onConnection(db.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(
      `insert into usage_event_key (organization_id, external_id, event_id)
       values ($1, 'm', gen_random_uuid())`,
      [acme.id],
    )
    started.push(ingest(calls, ...events))
    await untilWaiting(1)
    started.push(ingest(other, ...events.toReversed()))
    await untilWaiting(2)
    await client.query('rollback')
  })
  const answers = await Promise.all(started)
  expect(answers.map(({ body }) => body)).toEqual([
    { inserted: 3, duplicates: 0 },
    { inserted: 0, duplicates: 3 },
  ])
})

describe('requests that are stored together', () => {
  const together = (...events: readonly object[]) =>
    Promise.all(events.map((event) => ingest(calls, event)))

  /** So many that most wait for those before them. */
  const several = (event: object) => Array.from({ length: 30 }, () => event)

  it('have their own answers', async () => {
    const good = { ...bareEvent, external_id: 'together' }
    const unknown = { name: 'call', customer_id: unknownId }
    const early = { ...bareEvent, timestamp: new Date(Date.now() + 120_000).toISOString() }
    const answers = await together(...several(good), unknown, ...several(bareEvent), early)
    expect(answers.map(briefOf)).toEqual([
      ...several({}).map(() => '200'),
      '422 RequestValidationError body.events.0.customer_id',
      ...several({}).map(() => '200'),
      '422 RequestValidationError body.events.0.timestamp',
    ])
    const inserted = answers.slice(0, 30).map(({ body }) => Number(body?.['inserted']))
    expect(inserted.toSorted((a, b) => a - b)).toEqual([...Array(29).fill(0), 1])
  })

  it('don’t fail because of one that PostgreSQL refuses', async () => {
    await refusing(`new.name = 'poison'`, async () => {
      const good = { ...bareEvent, name: 'accepted' }
      const answers = await together(
        ...several(good),
        { ...bareEvent, name: 'poison' },
        ...several(good),
      )
      const others = several({}).map(() => '200')
      expect(answers.map(briefOf)).toEqual([...others, '409 ConflictingChange', ...others])
    })
    expect(await stored('accepted')).toBe(60)
    expect(await stored('poison')).toBe(0)
  })

  it('all fail if PostgreSQL refuses them all, and none is stored', async () => {
    await refusing('true', async () => {
      const answers = await together(...several({ ...bareEvent, name: 'refused' }))
      expect(new Set(answers.map(briefOf))).toEqual(new Set(['409 ConflictingChange']))
    })
    expect(await stored('refused')).toBe(0)
  })

  it('all fail if the connection is lost, and can be repeated', async () => {
    const events = Array.from({ length: 30 }, (_, at) => ({
      ...bareEvent,
      name: 'lost',
      external_id: `lost-${at}`,
    }))
    const started: Promise<BillingAnswer[]>[] = []
    await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin; lock table usage_event_name in exclusive mode')
      started.push(together(...events))
      await untilWaiting(2)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like '%usage_event_key%'
            and wait_event_type = 'Lock'`,
      )
      await client.query('rollback')
    })
    const answers = (await Promise.all(started)).flat()
    const acknowledged = answers.filter(({ status }) => status === 200).length
    expect(new Set(answers.map(briefOf))).toEqual(new Set(['200', '503 ServiceUnavailable']))
    expect(await stored('lost')).toBe(acknowledged)
    const repeated = await together(...events)
    expect(repeated.map(briefOf)).toEqual(Array(30).fill('200'))
    expect(await stored('lost')).toBe(30)
  })

  /** PostgreSQL refuses such events while the task runs. */
  async function refusing(condition: string, task: () => Promise<void>): Promise<void> {
    await onConnection(db.ownerUrl, async (client) => {
      await client.query(
        `create function refuse_event() returns trigger language plpgsql as
           $$ begin raise exception 'refused' using errcode = '40001'; end $$;
         create trigger refuse before insert on usage_event
           for each row when (${condition}) execute function refuse_event()`,
      )
      try {
        await task()
      } finally {
        await client.query('drop trigger refuse on usage_event; drop function refuse_event')
      }
    })
  }
})
