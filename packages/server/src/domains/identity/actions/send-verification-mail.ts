import type { Work } from '../../../platform/work.ts'
import { verifyEmailMessage } from '../messages/verify-email.ts'
import type { UserRow } from '../store/users.ts'
import { canMail } from './can-mail.ts'
import { isWithinBudget } from './mail-budget.ts'
import { mailLink } from './mail-link.ts'
import type { IdentityParts } from './parts.ts'

/** Mails the user a link that proves their address, unless they had several just now. */
export async function sendVerificationMail(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  callbackURL: string | null,
): Promise<void> {
  if (!canMail(parts.config) || !(await isWithinBudget(parts, 'verify-email', user.email))) return
  await mailLink(work, parts, user, {
    purpose: 'verify-email',
    value: {},
    lifetimeSeconds: parts.config.lifetimes.verificationSeconds,
    target: (token) => ({
      path: '/verify-email',
      query: { token, callbackURL: callbackURL ?? '/' },
    }),
    message: verifyEmailMessage,
  })
}
