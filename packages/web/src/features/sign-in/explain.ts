import { passwordFault, usernameFault } from '#/lib/refusal-messages.ts'
import type { Refused } from '#/lib/request.ts'
import type { Faults } from './submission.ts'

/** For forms with only an email address, which must be the invalid value. */
export function explainEmail({ code }: Refused): Faults | null {
  const isAboutEmail = code === 'VALIDATION_ERROR' || code === 'INVALID_EMAIL'
  return isAboutEmail ? { fields: { email: 'This isn’t an email address.' } } : null
}

/** Client-side errors of the sign-in form. */
export function explainCredentials({ code }: Refused): Faults | null {
  const password = passwordFault(code)
  if (password !== null) return { fields: { password } }
  const username = usernameFault(code)
  return username === null ? null : { fields: { username } }
}
