import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { verifyEmailMessage } from '../../messages/email-address.ts'
import { isOperator } from '../../rules/administration/admin-permissions.ts'
import { confirmationPage } from '../../rules/links.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { type UserRow, updateUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailLink } from '../mail-link.ts'
import { canSendMail, isWithinMailBudget } from '../notify-user.ts'
import { userEvent } from './user-events.ts'

/**
 * Marks the user's address as verified, which appoints the owner of a configured operator address.
 * The user's row must be locked.
 */
export async function markEmailVerified(
  uow: UnitOfWork,
  { config }: Pick<IdentityDeps, 'config'>,
  user: UserRow,
  from: Origin,
): Promise<UserRow> {
  if (user.emailVerified) return user
  const { tx, now } = uow
  const { adminEmails } = config.server
  const isAppointed = adminEmails?.includes(user.email) === true && !isOperator(user.role)
  const changes = { emailVerified: true, ...(isAppointed ? { role: 'admin' } : {}) }
  const verified = await updateUser(tx, user.id, changes, now)
  await recordAudit(tx, { userId: user.id, action: 'email.verify', from })
  if (isAppointed) await recordAudit(tx, { userId: user.id, action: 'operator.appoint', from })
  uow.record(userEvent('user.updated', verified))
  return verified
}

/** Mails a link that verifies the user's address, unless they received several just now. */
export async function sendVerificationMail(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  callbackURL: string | null,
): Promise<void> {
  if (!canSendMail(deps.config)) return
  if (!(await isWithinMailBudget(deps, 'verify-email', user.email))) return
  await mailLink(uow, deps, user, {
    purpose: 'verify-email',
    value: {},
    lifetimeSeconds: deps.config.lifetimes.verificationSeconds,
    target: (token) => confirmationPage({ token, callbackURL }),
    message: verifyEmailMessage,
  })
}
