import { emailAddress } from '@guildhall/contract/identity/email-address'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/** The address as we keep it, in lower case. */
export function readEmail(text: string): string | Refusal<'invalid_email'> {
  const read = emailAddress.safeParse(text)
  return read.success ? read.data : refuse('invalid_email')
}
