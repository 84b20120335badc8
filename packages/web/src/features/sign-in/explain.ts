import { passwordFault, usernameFault } from '../../lib/refusal-words.ts'
import type { Refused } from '../../lib/request.ts'
import type { Faults } from './submission.ts'

/** Of a form with nothing but an e-mail address: only that can be what is invalid. */
export function explainEmail({ code }: Refused): Faults | null {
  const isAboutEmail = code === 'VALIDATION_ERROR' || code === 'INVALID_EMAIL'
  return isAboutEmail ? { fields: { email: 'This isn’t an e-mail address.' } } : null
}

/** What is wrong with what somebody chose to sign in with. */
export function explainCredentials({ code }: Refused): Faults | null {
  const password = passwordFault(code)
  if (password !== null) return { fields: { password } }
  const username = usernameFault(code)
  return username === null ? null : { fields: { username } }
}
