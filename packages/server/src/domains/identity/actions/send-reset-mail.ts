import type { Work } from '../../../platform/work.ts'
import { resetPasswordMessage } from '../messages/reset-password.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import type { UserRow } from '../store/users.ts'
import { isWithinBudget } from './mail-budget.ts'
import { mailLink } from './mail-link.ts'
import type { IdentityParts } from './parts.ts'

/** Where the link leads when whoever asked for it named no page of theirs. */
const ownPage = '/reset-password'

interface Wish {
  readonly redirectTo: string | null
  readonly from: Origin
  readonly at: Date
}

/** Links that were mailed before stay good, or anybody could keep undoing the owner's. */
export async function sendResetMail(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  { redirectTo, from, at }: Wish,
): Promise<void> {
  if (!(await isWithinBudget(parts, 'reset-password', user.email))) return
  await mailLink(work, parts, user, {
    purpose: 'reset-password',
    value: {},
    lifetimeSeconds: parts.config.lifetimes.resetSeconds,
    target: (token) => ({
      path: `/reset-password/${token}`,
      query: { callbackURL: redirectTo ?? ownPage },
    }),
    message: (told) =>
      resetPasswordMessage({ ...told, circumstances: { at, address: from.address } }),
  })
  await recordAudit(work.tx, { userId: user.id, action: 'password.reset-request', from })
}
