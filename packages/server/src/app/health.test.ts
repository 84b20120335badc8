import { getHealth, healthCheckNames } from '@guildhall/contract/health'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { openBrowser } from '../../test/browser.ts'
import { testDatabase } from '../../test/database.ts'
import { newPerson, type Person } from '../../test/people.ts'
import { testServer } from '../../test/server.ts'
import { onConnection, runOn } from '../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person
let stranger: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
  stranger = await newPerson(server.current)
})

const read = ({ browser }: Pick<Person, 'browser'> = operator) => browser.get(getHealth.path)

async function health(): Promise<z.output<typeof getHealth.returns>> {
  const { status, body } = await read()
  expect(status).toBe(200)
  return getHealth.returns.parse(body)
}

/** Test clusters give up durability for speed, which the check rightly reports. */
const problems = async (): Promise<string[]> =>
  (await health()).findings
    .filter(({ state, check }) => state !== 'fine' && check !== 'durability')
    .map(({ check, state, text, remedy }) => `${check} ${state} ${text}: ${remedy}`)

describe('the health of the server', () => {
  it('is refused to anonymous calls', async () => {
    expect(await read({ browser: openBrowser(server.current.url) })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })

  it('is refused to users who are no operators', async () => {
    expect(await read(stranger)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_GET_HEALTH' },
    })
  })

  it('has versions and figures, and a finding for each check that applies', async () => {
    await server.current.settle()
    const { findings, ...figures } = await health()
    expect(figures).toMatchObject({
      serverVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      databaseVersion: expect.stringMatching(/^\d+\./),
      events: { waiting: 0, oldestSeconds: 0, lastDispatchedAt: expect.any(Date) },
      jobs: { failed: 0 },
      standbys: [],
      isArchiving: false,
      lastArchivedAt: null,
    })
    const applying = healthCheckNames.filter(
      (name) =>
        !['standbys', 'replica', 'distribution', 'archive', 'reconciliation'].includes(name),
    )
    expect([...new Set(findings.map(({ check }) => check))]).toEqual(applying)
    expect(await problems()).toEqual([])
  })

  it('names jobs that wait and jobs that have failed for good', async () => {
    const add = (name: string, runAt: string) =>
      runOn(
        db.ownerUrl,
        `select graphile_worker.add_job('${name}', run_at => now() ${runAt}, max_attempts => 3)`,
      )
    await add('health.waiting', "- interval '10 minutes'")
    await add('health.later', "+ interval '10 minutes'")
    await add('health.failed', "- interval '10 minutes'")
    const isFailed = `task_id = (select id from graphile_worker._private_tasks
                                  where identifier = 'health.failed')`
    await runOn(
      db.ownerUrl,
      `update graphile_worker._private_jobs set attempts = max_attempts where ${isFailed}`,
    )
    expect((await health()).jobs).toMatchObject({ waiting: 1, failed: 1 })
    expect(await problems()).toEqual([
      expect.stringMatching(/^jobs wrong 1 job waiting, the oldest for 6\d\d s: no worker is/),
      expect.stringMatching(/^jobs weak 1 job failed in all attempts: the page Jobs shows/),
    ])
    await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
    expect(await problems()).toEqual([])
  })

  it('answers many operators at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('gives up a check that takes too long', async () => {
    await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('lock table webhook_lane in access exclusive mode')
      expect(await problems()).toEqual([
        'webhooks weak this check took longer than 5 s: run guildhall doctor, which waits for it',
      ])
      await client.query('rollback')
    })
  })

  // The last test, because it leaves the schema changed.
  it('shows the other checks when one fails', async () => {
    await runOn(db.ownerUrl, "delete from schema_migration where name like '0006%'")
    await runOn(db.ownerUrl, 'alter table webhook_lane rename column held_until to kept_until')
    expect(await problems()).toEqual([
      'schema wrong not applied yet: 0006_idempotency.sql: starting the server applies them',
      'webhooks wrong this check failed: the log has the error',
    ])
  })
})
