import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { changeEmailMessage } from '../messages/change-email.ts'
import { decideEmailChange } from '../rules/email-change.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import {
  deleteWaitingChanges,
  findWaitingChange,
  type WaitingChange,
} from '../store/email-links.ts'
import { findUserByEmail, lockUser, type UserRow } from '../store/users.ts'
import { canMail } from './can-mail.ts'
import { spendBudget } from './mail-budget.ts'
import { mailLink } from './mail-link.ts'
import { switchEmail } from './open-email-link.ts'
import type { IdentityParts } from './parts.ts'
import type { SignedIn } from './signed-in.ts'

interface EmailChange {
  readonly newEmail: string
  readonly callbackURL: string | null
  readonly from: Origin
}

/** Asks the current address, or changes at once. Answers the user where they were changed. */
export async function changeEmail(
  work: Work,
  parts: IdentityParts,
  signedIn: SignedIn,
  change: EmailChange,
): Promise<UserRow | null> {
  const { config } = parts
  const user = await lockUser(work.tx, signedIn.user.id)
  if (user === undefined) throw new Problem('unauthorized')
  const holder = await findUserByEmail(work.tx, change.newEmail)
  const plan = accept(
    decideEmailChange({
      isEnabled: config.accounts.changeEmail,
      canMail: canMail(config),
      email: user.email,
      emailVerified: user.emailVerified,
      newEmail: change.newEmail,
      isTaken: holder !== undefined,
    }),
  )
  if (plan === 'switch') return switchEmail(work, parts, user, change)
  await mailChangeLink(work, parts, user, change)
  return null
}

/** What the user has asked for and not yet agreed to; a link dies with the address it went to. */
export async function waitingChange(
  { workshop, keyring, clock }: IdentityParts,
  { user }: SignedIn,
): Promise<WaitingChange | null> {
  const waiting = await findWaitingChange(workshop.database.kysely, keyring, user.id, clock.now())
  return waiting?.email === user.email ? waiting : null
}

export async function cancelEmailChange(
  { tx }: Work,
  { user }: SignedIn,
  from: Origin,
): Promise<void> {
  await lockUser(tx, user.id)
  if (!(await deleteWaitingChanges(tx, user.id))) return
  await recordAudit(tx, { userId: user.id, action: 'email.change-cancel', from })
}

async function mailChangeLink(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  { newEmail, callbackURL, from }: EmailChange,
): Promise<void> {
  await spendBudget(parts, 'change-email', user.email)
  await deleteWaitingChanges(work.tx, user.id)
  await mailLink(work, parts, user, {
    purpose: 'change-email',
    value: { newEmail, ...(callbackURL === null ? {} : { callbackURL }) },
    lifetimeSeconds: parts.config.lifetimes.verificationSeconds,
    target: (token) => ({
      path: '/verify-email',
      query: { token, callbackURL: callbackURL ?? '/' },
    }),
    message: (told) => changeEmailMessage({ ...told, newEmail }),
  })
  await recordAudit(work.tx, { userId: user.id, action: 'email.change-request', from })
}
