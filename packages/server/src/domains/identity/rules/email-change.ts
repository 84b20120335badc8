import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface EmailChangeFacts {
  readonly isEnabled: boolean
  readonly canMail: boolean
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

/** A proved address has to agree that it is given up; one that proves nothing has no say. */
export function decideEmailChange(
  facts: EmailChangeFacts,
): 'confirm' | 'switch' | EmailChangeRefusal {
  if (!facts.isEnabled) return refuse('change_email_is_disabled')
  if (facts.newEmail === facts.email) return refuse('email_is_the_same')
  if (facts.isTaken) return refuse('could_not_update_your_email')
  if (!facts.emailVerified) return 'switch'
  return facts.canMail ? 'confirm' : refuse('verification_email_is_not_enabled')
}
