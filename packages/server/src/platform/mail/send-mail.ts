import { type Id, id } from '@guildhall/contract/primitives'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { FreeClaims } from '../claims.ts'
import type { Clock } from '../clock.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { MailTable } from '../database/db-types.gen.ts'
import { type JobDefinition, job } from '../jobs.ts'
import { when } from '../outbox/triggers.ts'
import { claimantOf } from '../process-life.ts'
import { inSpan } from '../span.ts'
import type { UnitOfWorkFactory } from '../unit-of-work.ts'
import { mailBlocks } from './blocks.ts'
import { mailBinding } from './queue-mail.ts'
import { renderMail } from './render.ts'
import { finalRefusal, type Smtp } from './smtp.ts'

export interface PostOffice {
  readonly uowFactory: Pick<UnitOfWorkFactory, 'database' | 'life'>
  readonly clock: Clock
  readonly keyring: Keyring
  /** Without one, mails stay queued for the mailbox page. */
  readonly smtp: Smtp | null
}

type MailRow = Selectable<MailTable>
type MailId = MailRow['id']

/** With the queue's backoff the last attempt comes after about a day. */
export const mailAttemptsMax = 12
/** The key of a mail’s job ends with its id. */
export const sendMailKeyPrefix = 'mail.send:'
const errorLengthMax = 500
/** Longer than the combined timeouts of one attempt. */
const claimMilliseconds = 120_000

/** Sends one mail through the mail server. Idempotent: only a queued mail is sent. */
export const sendMailJob: JobDefinition<PostOffice> = job({
  name: 'mail.send',
  payload: z.object({ mailId: id('mail') }),
  on: [
    when('mail.queued', [], ({ object }) => [
      { payload: { mailId: object.id }, key: `${sendMailKeyPrefix}${object.id}` },
    ]),
  ],
  async run(office: PostOffice, { mailId }, { log }) {
    const { smtp } = office
    if (smtp === null) return
    const mail = await claim(office, mailId)
    if (mail === null) return
    const outcome = await inSpan('mail.send', { mailId }, () => attempt(office, smtp, mail))
    await recordOutcome(office, mail, outcome)
    if ('error' in outcome) throw outcome.error
    if ('failed' in outcome) log.warn({ mailId, reason: outcome.failed }, 'a mail was given up')
  },
})

/**
 * Prevents two jobs for one mail from both sending it. The claim expires, because its holder may
 * have died; null when nothing is left to do.
 */
async function claim({ uowFactory, clock }: PostOffice, mailId: MailId): Promise<MailRow | null> {
  const { database } = uowFactory
  const now = clock.now()
  const claimed = await database.kysely
    .updateTable('mail')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      claimedUntil: new Date(now.getTime() + claimMilliseconds),
      claimedBy: claimantOf(uowFactory),
    }))
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .where((row) => row.or([row('claimedUntil', 'is', null), row('claimedUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  if (claimed !== undefined) return claimed
  const held = await database.kysely
    .selectFrom('mail')
    .select('id')
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  if (held === undefined) return null
  throw new Error('another process is sending this mail; checking again later')
}

/** A dead process may have sent them, but nobody knows. */
export const freeMails: FreeClaims = async (tx, { processIds, now }) => {
  const freed = await tx
    .updateTable('mail')
    .set({ claimedUntil: null, claimedBy: null })
    .where('status', '=', 'queued')
    .where('claimedUntil', '>', now)
    .where('claimedBy', '=', sql<Id<'process'>>`any(${processIds}::uuid[])`)
    .returning('id')
    .execute()
  const jobs = freed.map(({ id: mailId }) => ({
    task: sendMailJob.name,
    payload: { mailId },
    key: sendMailKeyPrefix + mailId,
  }))
  return { jobs, sweeps: [] }
}

type Outcome =
  | { readonly sent: true }
  | { readonly failed: string }
  | { readonly error: unknown; readonly reason: string }

async function attempt(office: PostOffice, smtp: Smtp, mail: MailRow): Promise<Outcome> {
  const opened = mail.body === null ? null : office.keyring.open(mail.body, mailBinding(mail.id))
  if (opened === null) return { failed: 'it was sealed with a secret that is no longer listed' }
  const rendered = await renderMail(mail.subject, mailBlocks.parse(JSON.parse(opened)))
  const to = { name: mail.recipientName, address: mail.recipient }
  const { id: mailId, subject, createdAt } = mail
  try {
    await smtp.send({ id: mailId, to, subject, createdAt, ...rendered })
    return { sent: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const final = finalRefusal(error)
    if (final !== null) return { failed: final }
    return mail.attempts >= mailAttemptsMax ? { failed: reason } : { error, reason }
  }
}

/** Only the holder of the claim may write: a later claim has a higher attempt count. */
async function recordOutcome(office: PostOffice, mail: MailRow, outcome: Outcome): Promise<void> {
  await office.uowFactory.database.kysely
    .updateTable('mail')
    .set({ claimedUntil: null, claimedBy: null, ...changes(outcome, office.clock) })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .where('attempts', '=', mail.attempts)
    .execute()
}

function changes(outcome: Outcome, clock: Clock) {
  const reason = 'failed' in outcome ? outcome.failed : 'reason' in outcome ? outcome.reason : null
  const lastError = reason === null ? null : reason.slice(0, errorLengthMax)
  if ('sent' in outcome) return { status: 'sent', body: null, sentAt: clock.now(), lastError }
  return 'failed' in outcome ? { status: 'failed', body: null, lastError } : { lastError }
}
