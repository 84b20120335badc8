import type { MailState } from '@guildhall/contract/maintenance/mails'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MailTable, Tables } from '../database/db-types.gen.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { sendMailKeyPrefix } from './send-mail.ts'

type MailRow = Selectable<MailTable>

/** A mail without what it says. */
export interface LoggedMail extends Pick<MailRow, 'id' | 'recipient' | 'subject' | 'attempts'> {
  readonly state: MailState
  readonly sentAt: Date | null
  readonly lastError: string | null
  /** Of its job; null if it has none that waits. */
  readonly nextAttemptAt: Date | null
}

interface MailListing {
  readonly state: MailState | undefined
  /** The whole address. */
  readonly recipient: string | undefined
  /** Only mails before this one. */
  readonly before: Id<'mail'> | undefined
  readonly limit: number
}

const conditions: Readonly<Record<MailState, ReturnType<typeof sql>>> = {
  queued: sql`m.status = 'queued' and m.attempts = 0`,
  retrying: sql`m.status = 'queued' and m.attempts > 0`,
  sent: sql`m.status = 'sent'`,
  failed: sql`m.status = 'failed'`,
}

/** Newest first in real time: mails are dated by the clocks of organizations, their ids aren’t. */
export async function listMails(
  db: Kysely<Tables>,
  { state, recipient, before, limit }: MailListing,
): Promise<LoggedMail[]> {
  const { rows } = await sql<LoggedMail>`
    select m.id, m.recipient, m.subject, m.attempts, m.sent_at as "sentAt",
           m.last_error as "lastError",
           case when ${conditions.retrying} then 'retrying' else m.status end as state,
           j.run_at as "nextAttemptAt"
      from mail m
      left join graphile_worker._private_jobs j
             on m.status = 'queued' and j.key = ${sendMailKeyPrefix} || m.id
            and j.locked_at is null and j.attempts < j.max_attempts
     where ${state === undefined ? sql`true` : conditions[state]}
       and ${recipient === undefined ? sql`true` : sql`lower(m.recipient) = lower(${recipient})`}
       and ${before === undefined ? sql`true` : sql`m.id < ${before}::uuid`}
     order by m.id desc
     limit ${limit}`.execute(db)
  return rows
}

export type RetriedMail = Pick<MailRow, 'id' | 'status' | 'attempts' | 'claimedUntil'>

export const lockMail = (
  tx: Transaction<Tables>,
  id: Id<'mail'>,
): Promise<RetriedMail | undefined> =>
  tx
    .selectFrom('mail')
    .select(['id', 'status', 'attempts', 'claimedUntil'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Its job replaces one that waits, and is added if there is none. */
export function queueAgain(uow: UnitOfWork, { id, attempts }: RetriedMail): void {
  uow.record({
    name: 'mail.queued',
    organizationId: null,
    // The first event of a mail has version 1.
    object: { type: 'mail', id, version: attempts + 2 },
    payload: {},
  })
}
