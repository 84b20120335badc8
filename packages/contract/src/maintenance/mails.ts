import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { givenId } from '../identity/given-id.ts'
import { operation } from '../operation.ts'
import { id, instant } from '../primitives.ts'

/**
 * `queued` was not tried yet, `retrying` was not accepted by the mail server and is tried again by
 * itself, `failed` was given up.
 */
export const mailStates = ['queued', 'retrying', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export const mailsPerPageDefault = 50
const mailsPerPageMax = 200
const recipientLengthMax = 320

const Mail = z.object({
  id: id('mail'),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  attemptsMax: z.int(),
  /** In real time, also for mails of an organization whose clock was advanced. */
  queuedAt: instant,
  nextAttemptAt: z.nullable(instant),
  sentAt: z.nullable(instant),
  /** The beginning of the last error, without credentials and email addresses. */
  lastError: z.nullable(z.string()),
})

export const listMails = operation({
  ...forOperators,
  name: 'listMails',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/list-mails',
  summary: 'List mails',
  description:
    'The mails of the last 90 days, newest first, without what they say. It is deleted as soon as ' +
    'a mail was sent or given up.',
  may: 'mail:list',
  query: z.object({
    state: z.optional(z.enum(mailStates)),
    /** The whole address, in any case. */
    recipient: z.optional(z.string().check(z.minLength(1), z.maxLength(recipientLengthMax))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(mailsPerPageMax))),
    /** The `nextCursor` of the previous page. */
    cursor: z.optional(id('mail')),
  }),
  returns: z.object({
    mails: z.array(Mail),
    /** For the next, older page; null on the last page. */
    nextCursor: z.nullable(z.string()),
    /** Without one, mails stay queued. */
    hasMailServer: z.boolean(),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_mails'],
})

export const retryMail = operation({
  ...forOperators,
  name: 'retryMail',
  method: 'POST',
  path: '/api/auth/admin/retry-mail',
  summary: 'Retry a mail',
  description:
    'Sends a mail now that is queued or retrying. One that was given up can’t be sent again, because ' +
    'what it said is deleted. Refused if the mail has been tried since it was listed.',
  may: 'mail:retry',
  body: z.object({
    mailId: givenId(id('mail')),
    /** As listed. */
    attempts: z.int().check(z.minimum(0)),
  }),
  returns: z.object({ success: z.literal(true) }),
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_retry_mails',
    'mail_not_found',
    'mail_has_changed',
    'mail_is_final',
    'no_mail_server',
  ],
})
