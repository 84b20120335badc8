import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface MailFacts {
  readonly status: string
  readonly attempts: number
  /** Until then a process is sending it. */
  readonly claimedUntil: Date | null
}

interface RetryFacts {
  /** How often it had been tried when somebody decided to retry it. */
  readonly attemptsSeen: number
  /** Without one no mail can be sent. */
  readonly hasMailServer: boolean
}

/** The refusal to send a mail now, or null: a mail says nothing any more once its state is final. */
export function decideMailRetry(
  mail: MailFacts,
  { attemptsSeen, hasMailServer }: RetryFacts,
  now: Date,
): Refusal | null {
  if (mail.status !== 'queued') return refuse('mail_is_final')
  const isClaimed = mail.claimedUntil !== null && mail.claimedUntil > now
  if (isClaimed || mail.attempts !== attemptsSeen) return refuse('mail_has_changed')
  return hasMailServer ? null : refuse('no_mail_server')
}
