import { emailAddress } from '@guildhall/contract/identity/email-address'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'

/** The address as it is stored: in lower case. */
export function readEmail(text: string): string | Refusal<'invalid_email'> {
  const read = emailAddress.safeParse(text)
  return read.success ? read.data : refuse('invalid_email')
}

export interface EmailChangeFacts {
  readonly isEnabled: boolean
  readonly canSendMail: boolean
  readonly email: string
  readonly emailVerified: boolean
  readonly newEmail: string
  readonly isTaken: boolean
}

type EmailChangeRefusal = Refusal<
  | 'change_email_is_disabled'
  | 'email_is_the_same'
  | 'could_not_update_your_email'
  | 'verification_email_is_not_enabled'
>

/** A verified address must confirm the change; an unverified one is replaced immediately. */
export function decideEmailChange(
  facts: EmailChangeFacts,
): 'confirm' | 'switch' | EmailChangeRefusal {
  if (!facts.isEnabled) return refuse('change_email_is_disabled')
  if (facts.newEmail === facts.email) return refuse('email_is_the_same')
  if (facts.isTaken) return refuse('could_not_update_your_email')
  if (!facts.emailVerified) return 'switch'
  return facts.canSendMail ? 'confirm' : refuse('verification_email_is_not_enabled')
}
