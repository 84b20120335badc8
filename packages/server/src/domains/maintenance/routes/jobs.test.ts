import { countJobs, listJobs, retryDeadJobs, retryJob } from '@guildhall/contract/maintenance/jobs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser, statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person
let user: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
  user = await newPerson(server.current)
  await server.current.settle()
})

beforeEach(async () => {
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
})

interface GivenJob {
  readonly task?: string
  readonly attempts?: number
  readonly error?: string
  readonly payload?: object
  readonly isRunning?: boolean
}

/** No worker of the tests knows the task, and no job is due before the tests are over. */
async function add(given: GivenJob = {}): Promise<string> {
  const { task = 'toy.wrap', attempts = 0, error = null, payload = {}, isRunning = false } = given
  const [row] = await runOn<{ id: string }>(
    db.ownerUrl,
    `select id::text as id
       from graphile_worker.add_job($1, $2::json, run_at => now() + interval '1 hour')`,
    [task, JSON.stringify(payload)],
  )
  await runOn(
    db.ownerUrl,
    `update graphile_worker._private_jobs
        set attempts = $2, last_error = $3,
            locked_at = case when $4 then now() end, locked_by = case when $4 then 'a worker' end
      where id = $1`,
    [row?.id, attempts, error, isRunning],
  )
  return row?.id ?? ''
}

const call = (path: string, body: object, { browser }: Pick<Person, 'browser'> = operator) =>
  browser.post(path, body)
const list = (query = '', { browser }: Pick<Person, 'browser'> = operator) =>
  browser.get(`${listJobs.path}${query}`)
const retry = (jobId: string, attempts: number) => call(retryJob.path, { jobId, attempts })

const listed = z.object({
  jobs: z.array(z.object({ id: z.string(), state: z.string() })),
  nextCursor: z.nullable(z.string()),
})
const idsIn = (body: unknown) => listed.parse(body).jobs.map(({ id }) => id)

const stored = (id: string) =>
  runOn(
    db.ownerUrl,
    `select attempts, run_at <= now() as "isDue" from graphile_worker._private_jobs where id = $1`,
    [id],
  )

describe('who may', () => {
  const calls = [
    [listJobs.path, 'LIST', list],
    [
      countJobs.path,
      'LIST',
      (_: string, one: Pick<Person, 'browser'>) => one.browser.get(countJobs.path),
    ],
    [
      retryJob.path,
      'RETRY',
      (_: string, one: Pick<Person, 'browser'>) =>
        call(retryJob.path, { jobId: '1', attempts: 1 }, one),
    ],
    [
      retryDeadJobs.path,
      'RETRY',
      (_: string, one: Pick<Person, 'browser'>) =>
        call(retryDeadJobs.path, { task: 'toy.wrap' }, one),
    ],
  ] as const

  it.each(calls)('%s is for operators only', async (_path, verb, ask) => {
    const anonymous = await ask('', { browser: openBrowser(server.current.url) })
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    const code = `YOU_ARE_NOT_ALLOWED_TO_${verb}_JOBS`
    expect(await ask('', user)).toMatchObject({ status: 403, body: { code } })
  })

  it('a refused call retries nothing', async () => {
    const id = await add({ attempts: 25 })
    await call(retryJob.path, { jobId: id, attempts: 25 }, user)
    await call(retryDeadJobs.path, { task: 'toy.wrap' }, user)
    expect(await stored(id)).toEqual([{ attempts: 25, isDue: false }])
  })
})

describe('the list', () => {
  it('has the jobs of each state, newest first', async () => {
    const waiting = await add()
    const running = await add({ isRunning: true, attempts: 1 })
    const retrying = await add({ attempts: 3 })
    const dead = await add({ attempts: 25 })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(listed.parse(body).jobs.map(({ id, state }) => [id, state])).toEqual([
      [dead, 'dead'],
      [retrying, 'retrying'],
      [running, 'running'],
      [waiting, 'waiting'],
    ])
    expect(body).toMatchObject({
      jobs: [
        { task: 'toy.wrap', attempts: 25, attemptsMax: 25, nextAttemptAt: null },
        { nextAttemptAt: expect.any(String) },
        { nextAttemptAt: null },
        { nextAttemptAt: expect.any(String), lastError: null },
      ],
    })
    for (const [state, id] of Object.entries({ waiting, running, retrying, dead })) {
      expect(idsIn((await list(`?state=${state}`)).body)).toEqual([id])
    }
  })

  it('is filtered by task, and read page by page while jobs are added', async () => {
    const ids = [await add(), await add(), await add()]
    await add({ task: 'toy.unwrap' })
    const first = await list('?task=toy.wrap&limit=2')
    expect(idsIn(first.body)).toEqual([ids[2], ids[1]])
    await add()
    const { nextCursor } = listed.parse(first.body)
    const second = await list(`?task=toy.wrap&limit=2&cursor=${nextCursor}`)
    expect(second.body).toMatchObject({ jobs: [{ id: ids[0] }], nextCursor: null })
  })

  it('shows of a payload its ids, and of an error no address and no credential', async () => {
    const organizationId = '01a1f8f0-0000-7000-8000-000000000001'
    await add({
      attempts: 1,
      error: 'no mailbox for zoe@example.com?token=abc\n  at send (smtp.ts:7)',
      payload: {
        organizationId,
        id: 'Zoe Example',
        customerId: null,
        sealed: organizationId,
        reason: 'zoe@example.com asked for it',
        nested: { id: organizationId },
      },
    })
    const { body } = await list()
    expect(body).toMatchObject({
      jobs: [
        {
          objects: { organizationId },
          lastError: 'no mailbox for [masked]?token=[masked] at send (smtp.ts:7)',
        },
      ],
    })
    expect(Object(body).jobs[0].objects).toEqual({ organizationId })
    expect(JSON.stringify(body)).not.toMatch(/zoe|abc/i)
  })

  it.each(['?state=done', '?limit=0', '?limit=201', '?cursor=x', '?cursor=-1', '?task='])(
    '%s is refused',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )
})

it('jobs are counted by task and state', async () => {
  await add({ task: 'toy.unwrap' })
  await add({ task: 'toy.unwrap', attempts: 2 })
  await add({ attempts: 25 })
  await add({ attempts: 25 })
  await add({ isRunning: true, attempts: 1 })
  const { body } = await operator.browser.get(countJobs.path)
  expect(body).toEqual({
    tasks: [
      { task: 'toy.wrap', waiting: 0, running: 1, retrying: 0, dead: 2 },
      { task: 'toy.unwrap', waiting: 1, running: 0, retrying: 1, dead: 0 },
    ],
  })
})

describe('a retried job', () => {
  it('has all its attempts again if it was dead', async () => {
    const id = await add({ attempts: 25 })
    expect(await retry(id, 25)).toMatchObject({ status: 200, body: { success: true } })
    expect(await stored(id)).toEqual([{ attempts: 0, isDue: true }])
  })

  it('keeps its attempts if it would have been tried again anyway', async () => {
    const id = await add({ attempts: 4 })
    expect(await retry(id, 4)).toMatchObject({ status: 200 })
    expect(await stored(id)).toEqual([{ attempts: 4, isDue: true }])
  })

  it('is run by the worker, and is gone', async () => {
    const id = await add({ task: 'platform.sweep_rate_limits', attempts: 25, error: 'no disk' })
    expect(await retry(id, 25)).toMatchObject({ status: 200 })
    await expect.poll(() => stored(id), { timeout: 30_000 }).toEqual([])
    expect(await retry(id, 25)).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } })
  })

  it.each([
    ['is running', { attempts: 4, isRunning: true }, 4],
    ['has been tried since', { attempts: 5 }, 4],
    ['died since', { attempts: 25 }, 24],
  ])('is refused while it %s', async (_when, given, seen) => {
    const id = await add(given)
    expect(await retry(id, seen)).toMatchObject({ status: 409, body: { code: 'JOB_HAS_CHANGED' } })
    expect(await stored(id)).toEqual([{ attempts: given.attempts, isDue: false }])
  })

  it.each([25, 4])(
    'after %d attempts is retried once by many operators at once',
    async (attempts) => {
      const id = await add({ attempts })
      const answers = await Promise.all(Array.from({ length: 8 }, () => retry(id, attempts)))
      expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    },
  )

  it.each([
    [{ jobId: '1', attempts: 0 }],
    [{ jobId: 'x', attempts: 1 }],
    [{ jobId: '1' }],
    [{ jobId: "1' or true", attempts: 1 }],
  ])('%j is refused', async (body) => {
    expect(await call(retryJob.path, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  })

  it('is in the security activity of the operator', async () => {
    const id = await add({ attempts: 25 })
    await retry(id, 25)
    const { body } = await operator.browser.get('/api/auth/list-activity?limit=1')
    expect(body).toMatchObject({
      activity: [
        {
          action: 'admin.retry-job',
          title: 'Job retried',
          operatorId: null,
          details: { task: 'toy.wrap', jobId: id },
        },
      ],
    })
  })
})

describe('the dead jobs of a task', () => {
  it('are retried together, and no others', async () => {
    const dead = [await add({ attempts: 25 }), await add({ attempts: 25 })]
    const others = [
      await add({ attempts: 24 }),
      await add({ task: 'toy.unwrap', attempts: 25 }),
      await add({ attempts: 25, isRunning: true }),
    ]
    const answer = await call(retryDeadJobs.path, { task: 'toy.wrap' })
    expect(answer).toMatchObject({ status: 200, body: { retriedCount: 2, deadCount: 0 } })
    for (const id of dead) expect(await stored(id)).toEqual([{ attempts: 0, isDue: true }])
    for (const id of others) expect(await stored(id)).toMatchObject([{ isDue: false }])
    const { body } = await operator.browser.get('/api/auth/list-activity?limit=1')
    expect(body).toMatchObject({
      activity: [{ action: 'admin.retry-dead-jobs', details: { task: 'toy.wrap', jobCount: 2 } }],
    })
  })

  it('are each retried once, however many operators ask', async () => {
    for (let at = 0; at < 5; at += 1) await add({ attempts: 25 })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(retryDeadJobs.path, { task: 'toy.wrap' })),
    )
    const counts = answers.map(({ body }) => Object(body).retriedCount)
    expect(counts.reduce((sum: number, one: number) => sum + one, 0)).toBe(5)
  })

  it('are retried a thousand at a time', async () => {
    await runOn(
      db.ownerUrl,
      `insert into graphile_worker._private_jobs (task_id, attempts, max_attempts)
       select t.id, 1, 1 from graphile_worker._private_tasks t, generate_series(1, 1003)
        where t.identifier = 'toy.wrap'`,
    )
    const again = () => call(retryDeadJobs.path, { task: 'toy.wrap' })
    expect(await again()).toMatchObject({ body: { retriedCount: 1000, deadCount: 3 } })
    expect(await again()).toMatchObject({ body: { retriedCount: 3, deadCount: 0 } })
    expect(await again()).toMatchObject({ status: 200, body: { retriedCount: 0, deadCount: 0 } })
  })
})
