import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { runOn } from '../../../test/sql.ts'
import { systemClock } from '../clock.ts'
import { createKeyring } from '../crypto/keyring.ts'
import { addJobs } from '../outbox/add-jobs.ts'
import { startDispatcher } from '../outbox/dispatcher.ts'
import { runDueJobs } from '../queue.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { button, heading } from './blocks.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { mailAttemptsMax, sendMailJob } from './send-mail.ts'
import { openSmtp, type Smtp } from './smtp.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const keyring = createKeyring(['a secret of at least thirty-two characters'])
const from = { name: 'The "Shop", Ltd', address: 'shop@example.com' }
const link = 'https://shop.example/reset?token=abc&x=1'
const mail: NewMail = {
  to: { name: 'Zoë', address: 'zoe@example.com' },
  subject: 'Dzień dobry 👋',
  blocks: [heading('Hello'), button('Reset', link)],
}

let sink: MailSink
let smtp: Smtp
let dispatcher: ReturnType<typeof startDispatcher>
beforeAll(() => {
  const { database } = db
  dispatcher = startDispatcher({
    database,
    clock: systemClock,
    log,
    reactions: sendMailJob.reactions,
  })
})
afterAll(() => dispatcher.stop())
beforeEach(async () => {
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs; delete from mail')
  sink = await startMailSink()
  smtp = await openSmtp(sink.url, from)
})
afterEach(async () => {
  smtp.close()
  await sink.stop()
})

const queue = (given: NewMail = mail) =>
  runUnitOfWork({ database: db.database, clock: systemClock, wake: dispatcher.wake }, {}, (uow) =>
    queueMail(uow, keyring, given),
  )

async function runJobs(office: { smtp?: Smtp | null; secret?: string } = {}): Promise<void> {
  await dispatcher.drain()
  await runOn(db.ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
  const ring = office.secret === undefined ? keyring : createKeyring([office.secret])
  const mailServer = office.smtp === undefined ? smtp : office.smtp
  const task = sendMailJob.task({
    uowFactory: { database: db.database },
    clock: systemClock,
    keyring: ring,
    smtp: mailServer,
  })
  await runDueJobs({ database: db.database, log, tasks: { [sendMailJob.name]: task } })
  // A failed job's next try is written after the run has returned; a later run must not overtake it.
  await expect.poll(lockedJobs).toEqual([])
}

const row = () => db.database.kysely.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
const jobs = () => runOn(db.ownerUrl, 'select attempts from graphile_worker.jobs')
const lockedJobs = () =>
  runOn(db.ownerUrl, 'select id from graphile_worker.jobs where locked_at is not null')

describe('a queued mail', () => {
  it('is sent to its recipient once', async () => {
    const id = await queue()
    await runJobs()
    await runJobs()
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({
      from: 'shop@example.com',
      to: ['zoe@example.com'],
      subject: 'Dzień dobry 👋',
      links: [link],
      text: expect.stringContaining(`Reset:\n${link}`),
      headers: { 'message-id': `<${id}@example.com>`, 'auto-submitted': 'auto-generated' },
    })
    expect(sink.mails[0]?.headers).toMatchObject({
      from: '"The \\"Shop\\", Ltd" <shop@example.com>',
    })
    expect(sink.mails[0]?.html).toContain('>Hello</h1>')
  })

  it('is sent once, even when several of its jobs run concurrently', async () => {
    const mailId = await queue()
    for (const key of ['one', 'two', 'three']) {
      await db.database.kysely
        .transaction()
        .execute((tx) => addJobs(tx, [{ task: sendMailJob.name, payload: { mailId }, key }]))
    }
    await runJobs()
    await runJobs()
    expect(sink.mails).toHaveLength(1)
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1 })
    await expect.poll(jobs).toEqual([])
  })

  it('is taken over from a process that died while sending it', async () => {
    await queue()
    await runOn(db.ownerUrl, `update mail set attempts = 1, claimed_until = now() + '1 minute'`)
    await runJobs()
    expect(sink.mails).toEqual([])
    await expect.poll(jobs).toMatchObject([{ attempts: 1 }])
    await runOn(db.ownerUrl, 'update mail set claimed_until = now()')
    await runJobs()
    expect(sink.mails).toHaveLength(1)
    expect(await row()).toMatchObject({ status: 'sent', attempts: 2, claimedUntil: null })
  })

  it('is sealed in the database, and its body is deleted after sending', async () => {
    await queue()
    const before = await row()
    expect(before).toMatchObject({ status: 'queued', attempts: 0, sentAt: null })
    expect(before.body?.includes('token=abc')).toBe(false)
    expect(before.body?.includes('Hello')).toBe(false)
    await runJobs()
    const after = await row()
    expect(after).toMatchObject({ status: 'sent', attempts: 1, body: null, lastError: null })
    expect(after.sentAt).toBeInstanceOf(Date)
  })

  it('is sent only if its transaction commits', async () => {
    const { database } = db
    const failing = runUnitOfWork(
      { database, clock: systemClock, wake: () => undefined },
      {},
      async (uow) => {
        await queueMail(uow, keyring, mail)
        throw new Error('no')
      },
    )
    await expect(failing).rejects.toThrow('no')
    await runJobs()
    expect(sink.mails).toEqual([])
  })

  it('is recorded in an event without personal data', async () => {
    const id = await queue()
    await dispatcher.drain()
    const event = await db.database.kysely
      .selectFrom('eventLog')
      .select(['name', 'organizationId', 'objectType', 'payload'])
      .where('objectId', '=', id)
      .executeTakeFirst()
    expect(event).toEqual({
      name: 'mail.queued',
      organizationId: null,
      objectType: 'mail',
      payload: {},
    })
  })

  it('is kept for the mailbox page when there is no mail server', async () => {
    await queue()
    await runJobs({ smtp: null })
    expect(await row()).toMatchObject({ status: 'queued', attempts: 0 })
    await expect.poll(jobs).toEqual([])
  })
})

describe('failures of sending', () => {
  it('are retried: an unreachable mail server', async () => {
    const id = await queue()
    await sink.stop()
    await runJobs()
    expect(await row()).toMatchObject({
      status: 'queued',
      attempts: 1,
      lastError: expect.stringContaining('ECONNREFUSED'),
    })
    await expect.poll(jobs).toMatchObject([{ attempts: 1 }])
    sink = await startMailSink({ port: sink.port })
    await runJobs()
    expect(await row()).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
    expect(sink.mails.map(({ headers }) => headers['message-id'])).toEqual([`<${id}@example.com>`])
  })

  it('are retried: a recipient refused temporarily', async () => {
    await queue()
    sink.refuse('zoe@example.com', 451)
    await runJobs()
    expect(await row()).toMatchObject({ status: 'queued', attempts: 1 })
    sink.refuse('zoe@example.com', null)
    await runJobs()
    expect(await row()).toMatchObject({ status: 'sent' })
  })

  it('are final: a recipient refused permanently', async () => {
    await queue()
    sink.refuse('zoe@example.com', 550)
    await runJobs()
    expect(await row()).toMatchObject({
      status: 'failed',
      attempts: 1,
      body: null,
      lastError: expect.stringContaining('no mailbox for zoe@example.com'),
    })
    await expect.poll(jobs).toEqual([])
    sink.refuse('zoe@example.com', null)
    await runJobs()
    expect(sink.mails).toEqual([])
  })

  it('are final: the last attempt', async () => {
    await queue()
    await runOn(db.ownerUrl, `update mail set attempts = ${mailAttemptsMax - 1}`)
    await sink.stop()
    await runJobs()
    expect(await row()).toMatchObject({ status: 'failed', attempts: mailAttemptsMax, body: null })
    await expect.poll(jobs).toEqual([])
  })

  it('are final: a removed secret', async () => {
    await queue()
    await runJobs({ secret: 'another secret of more than thirty-two characters' })
    expect(await row()).toMatchObject({
      status: 'failed',
      lastError: 'it was sealed with a secret that is no longer listed',
    })
  })

  it('are final: a body moved to the row of another mail', async () => {
    await queue()
    await queue({ ...mail, to: { address: 'eve@example.com' } })
    await runOn(
      db.ownerUrl,
      `update mail set body = (select body from mail where recipient = 'zoe@example.com')
        where recipient = 'eve@example.com'`,
    )
    await runJobs()
    expect(sink.mails.map(({ to }) => to)).toEqual([['zoe@example.com']])
  })
})

describe('headers', () => {
  it('keep user input within its field', async () => {
    await queue({
      ...mail,
      to: { name: 'Zoë\r\nBcc: eve@example.com', address: 'zoe@example.com' },
      subject: 'Hi\r\n\r\n<b>body</b>\nX-Evil: 1\u2028\u0000x',
    })
    await runJobs()
    const [sent] = sink.mails
    expect(sent?.to).toEqual(['zoe@example.com'])
    expect(sent?.headers).not.toHaveProperty('bcc')
    expect(sent?.headers).not.toHaveProperty('x-evil')
    expect(sent?.subject).toBe('Hi <b>body</b> X-Evil: 1 x')
  })

  it.each([
    'zoe@example.com, eve@example.com',
    'zoe@example.com\r\nBcc: eve@example.com',
    'Zoe <zoe@example.com>',
    'zoe',
    'zoe@',
    '@example.com',
    '',
  ])('refuse an address like %j', async (address) => {
    await expect(queue({ ...mail, to: { address } })).rejects.toThrow('one well-formed address')
  })
})
