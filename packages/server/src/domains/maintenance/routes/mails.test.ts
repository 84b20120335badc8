import { listMails, retryMail } from '@guildhall/contract/maintenance/mails'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type MailSink, startMailSink } from '../../../../test/mail-sink.ts'
import { newPerson, type Person, signInAgain } from '../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { heading } from '../../../platform/mail/blocks.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'

const db = testDatabase()
const zoe = 'Zoe@example.com'
let sink: MailSink
let server: TestServer
let operator: Person
let user: Person

beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer(db, {
    SMTP_URL: sink.url,
    GUILDHALL_MAIL_FROM: 'shop@example.com',
  })
  operator = await newPerson(server)
  user = await newPerson(server)
  await server.settle()
})
afterAll(async () => {
  await server.stop()
  await sink.stop()
})
beforeEach(async () => {
  sink.refuse(zoe, null)
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs; delete from mail')
})

const queue = () =>
  runUnitOfWork({ database: db.database, clock: systemClock, wake: () => undefined }, {}, (uow) =>
    queueMail(uow, server.keyring, {
      to: { address: zoe },
      subject: 'Your link',
      blocks: [heading('Secret')],
    }),
  )

const stored = () =>
  runOn<{ status: string; attempts: number }>(db.ownerUrl, 'select status, attempts from mail')

/** Queues a mail whose first attempt fails, and whose next one is in an hour. */
async function queueRefused(): Promise<string> {
  sink.refuse(zoe, 451)
  const id = await queue()
  await expect.poll(async () => (await stored()).map(({ attempts }) => attempts)).toEqual([1])
  await expect
    .poll(() =>
      runOn(
        db.ownerUrl,
        `update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
          where locked_at is null returning attempts`,
      ),
    )
    .toEqual([{ attempts: 1 }])
  sink.refuse(zoe, null)
  return id
}

const list = (query = '', { browser }: Pick<Person, 'browser'> = operator) =>
  browser.get(`${listMails.path}${query}`)
const retry = (mailId: string, attempts: number, { browser }: Pick<Person, 'browser'> = operator) =>
  browser.post(retryMail.path, { mailId, attempts })

const listed = z.object({
  mails: z.array(z.object({ id: z.string(), state: z.string() })),
  nextCursor: z.nullable(z.string()),
})
const idsIn = (body: unknown) => listed.parse(body).mails.map(({ id }) => id)

const day = 86_400_000

interface GivenMail {
  readonly status?: 'queued' | 'sent' | 'failed'
  readonly attempts?: number
  readonly to?: string
  readonly error?: string
  readonly daysAgo?: number
}

/** A mail for which there is no job. */
async function add(given: GivenMail = {}): Promise<string> {
  const { status = 'sent', attempts = 1, to = 'ada@example.com', error = null } = given
  const queuedAt = new Date(systemClock.now().getTime() - (given.daysAgo ?? 0) * day)
  const id = newId('mail', { ...systemClock, now: () => queuedAt })
  await runOn(
    db.ownerUrl,
    `insert into mail (id, recipient, subject, body, status, attempts, created_at, sent_at, last_error)
     values ($1, $2, 'Your link', case when $3 = 'queued' then 'sealed words'::bytea end, $3, $4,
             '2031-01-01', case when $3 = 'sent' then now() end, $5)`,
    [id, to, status, attempts, error],
  )
  return id
}

describe('who may', () => {
  it('list mails: operators only', async () => {
    const anonymous = { browser: openBrowser(server.url) }
    expect(await list('', anonymous)).toMatchObject({ status: 401 })
    const code = 'YOU_ARE_NOT_ALLOWED_TO_LIST_MAILS'
    expect(await list('', user)).toMatchObject({ status: 403, body: { code } })
  })

  it('retry mails: operators only', async () => {
    const id = await queueRefused()
    const anonymous = { browser: openBrowser(server.url) }
    expect(await retry(id, 1, anonymous)).toMatchObject({ status: 401 })
    const code = 'YOU_ARE_NOT_ALLOWED_TO_RETRY_MAILS'
    expect(await retry(id, 1, user)).toMatchObject({ status: 403, body: { code } })
    await server.settle()
    expect(await stored()).toEqual([{ status: 'queued', attempts: 1 }])
  })
})

describe('the list', () => {
  it('has the mails of each state, newest first in real time', async () => {
    const failed = await add({ status: 'failed', attempts: 12, daysAgo: 4 })
    const sent = await add({ daysAgo: 3 })
    const retrying = await add({ status: 'queued', attempts: 2, daysAgo: 2 })
    const queued = await add({ status: 'queued', attempts: 0, daysAgo: 1 })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      hasMailServer: true,
      nextCursor: null,
      mails: [
        { id: queued, state: 'queued', attempts: 0, attemptsMax: 12, sentAt: null },
        { id: retrying, state: 'retrying', attempts: 2 },
        { id: sent, state: 'sent', sentAt: expect.any(String) },
        { id: failed, state: 'failed', recipient: 'ada@example.com', subject: 'Your link' },
      ],
    })
    const [newest] = Object(body).mails
    expect(systemClock.now().getTime() - Date.parse(newest.queuedAt)).toBeLessThan(2 * day)
    for (const [state, id] of Object.entries({ failed, sent, retrying, queued })) {
      expect(idsIn((await list(`?state=${state}`)).body)).toEqual([id])
    }
  })

  it('is filtered by a whole address in any case', async () => {
    const id = await add({ to: zoe })
    await add({ to: 'zoe@example.com.au' })
    expect(idsIn((await list('?recipient=zoe%40EXAMPLE.com')).body)).toEqual([id])
    expect(idsIn((await list('?recipient=zoe')).body)).toEqual([])
    expect(idsIn((await list('?recipient=zoe%25')).body)).toEqual([])
  })

  it('is read page by page while mails are queued', async () => {
    const ids = [await add(), await add(), await add()]
    const first = await list('?limit=2&recipient=ada%40example.com')
    expect(idsIn(first.body)).toEqual([ids[2], ids[1]])
    await add()
    const { nextCursor } = listed.parse(first.body)
    const second = await list(`?limit=2&cursor=${nextCursor}&recipient=ada%40example.com`)
    expect(second.body).toMatchObject({ mails: [{ id: ids[0] }], nextCursor: null })
  })

  it('shows nothing of what a mail says, and no address or link of an error', async () => {
    await add({
      status: 'queued',
      error: 'refused zoe@example.com: https://shop.example/reset?token=abc is on a blocklist',
    })
    const { body } = await list()
    expect(body).toMatchObject({
      mails: [
        {
          lastError:
            'refused [masked]: https://shop.example/reset?token=[masked] is on a blocklist',
        },
      ],
    })
    expect(Object.keys(Object(body).mails[0]).toSorted()).toEqual([
      'attempts',
      'attemptsMax',
      'id',
      'lastError',
      'nextAttemptAt',
      'queuedAt',
      'recipient',
      'sentAt',
      'state',
      'subject',
    ])
  })

  it.each(['?state=bounced', '?limit=0', '?limit=201', '?cursor=x', '?recipient='])(
    '%s is refused',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )
})

describe('a mail that was refused for now', () => {
  it('shows when it is tried again, and is sent when an operator asks', async () => {
    const id = await queueRefused()
    const { body } = await list('?state=retrying')
    expect(body).toMatchObject({
      mails: [{ id, attempts: 1, nextAttemptAt: expect.any(String) }],
    })
    expect(await retry(id, 1)).toMatchObject({ status: 200, body: { success: true } })
    await expect.poll(stored).toEqual([{ status: 'sent', attempts: 2 }])
    expect(await retry(id, 2)).toMatchObject({ status: 400, body: { code: 'MAIL_IS_FINAL' } })
    const activity = await operator.browser.get('/api/auth/list-activity?limit=1')
    expect(activity.body).toMatchObject({
      activity: [{ action: 'admin.retry-mail', title: 'Mail retried', details: { mailId: id } }],
    })
  })

  it('is sent once, however many operators ask at once', async () => {
    const before = sink.mails.length
    const id = await queueRefused()
    await Promise.all(Array.from({ length: 8 }, () => retry(id, 1)))
    await expect.poll(stored).toEqual([{ status: 'sent', attempts: 2 }])
    await expect
      .poll(() => runOn(db.ownerUrl, 'select from graphile_worker._private_jobs'))
      .toEqual([])
    expect(sink.mails).toHaveLength(before + 1)
  })

  it('is not sent if it was tried since the operator saw it, or is being sent', async () => {
    const id = await add({ status: 'queued', attempts: 3 })
    const changed = { status: 409, body: { code: 'MAIL_HAS_CHANGED' } }
    expect(await retry(id, 2)).toMatchObject(changed)
    await runOn(db.ownerUrl, `update mail set claimed_until = now() + interval '1 minute'`)
    expect(await retry(id, 3)).toMatchObject(changed)
  })
})

it('a mail without a job, such as from before there was a mail server, is sent', async () => {
  const id = await queueRefused()
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
  expect(await retry(id, 1)).toMatchObject({ status: 200 })
  await expect.poll(stored).toEqual([{ status: 'sent', attempts: 2 }])
})

it.each([
  ['was given up', 'failed'],
  ['was sent', 'sent'],
] as const)('a mail that %s can’t be sent again', async (_which, status) => {
  const id = await add({ status, attempts: 12 })
  expect(await retry(id, 12)).toMatchObject({ status: 400, body: { code: 'MAIL_IS_FINAL' } })
})

it.each(['01a1f8f0-0000-7000-8000-000000000000', 'x'])('there is no mail %s', async (id) => {
  expect(await retry(id, 1)).toMatchObject({ status: 404, body: { code: 'MAIL_NOT_FOUND' } })
})

it('without a mail server nothing is sent, and the list says so', async () => {
  const silent = await startTestServer(db)
  onTestFinished(silent.stop)
  const browser = await signInAgain(silent, operator)
  const id = await add({ status: 'queued', attempts: 0 })
  expect(await list('', { browser })).toMatchObject({ body: { hasMailServer: false } })
  const answer = await retry(id, 0, { browser })
  expect(answer).toMatchObject({ status: 400, body: { code: 'NO_MAIL_SERVER' } })
})
