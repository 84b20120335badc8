import { accept, Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { changeEmailMessage } from '../../messages/email-address.ts'
import { confirmationPage } from '../../rules/links.ts'
import { decideEmailChange } from '../../rules/users/email.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import {
  deletePendingEmailChanges,
  findPendingEmailChange,
  type PendingEmailChange,
} from '../../store/users/email-links.ts'
import { findUserByEmail, lockUser, type UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailLink } from '../mail-link.ts'
import { canSendMail, spendMailBudget } from '../notify-user.ts'
import type { SignedIn } from '../signed-in.ts'
import { switchEmail } from './open-email-link.ts'

interface EmailChange {
  readonly newEmail: string
  readonly callbackURL: string | null
  readonly from: Origin
}

/**
 * Mails a link to the current address, or changes it immediately. Returns the user if they changed.
 */
export async function changeEmail(
  uow: UnitOfWork,
  deps: IdentityDeps,
  signedIn: SignedIn,
  change: EmailChange,
): Promise<UserRow | null> {
  const { config } = deps
  const user = await lockUser(uow.tx, signedIn.user.id)
  if (user === undefined) throw new Problem('unauthorized')
  const holder = await findUserByEmail(uow.tx, change.newEmail)
  const plan = accept(
    decideEmailChange({
      isEnabled: config.accounts.changeEmail,
      canSendMail: canSendMail(config),
      email: user.email,
      emailVerified: user.emailVerified,
      newEmail: change.newEmail,
      isTaken: holder !== undefined,
    }),
  )
  if (plan === 'switch') return switchEmail(uow, deps, user, change)
  await mailChangeLink(uow, deps, user, change)
  return null
}

/** Null also if the link went to an address that is no longer the user's. */
export async function getPendingEmailChange(
  { uowFactory, keyring, clock }: IdentityDeps,
  { user }: SignedIn,
): Promise<PendingEmailChange | null> {
  const db = uowFactory.database.kysely
  const pending = await findPendingEmailChange(db, keyring, user.id, clock.now())
  return pending?.email === user.email ? pending : null
}

export async function cancelEmailChange(
  { tx }: UnitOfWork,
  { user }: SignedIn,
  from: Origin,
): Promise<void> {
  await lockUser(tx, user.id)
  if (!(await deletePendingEmailChanges(tx, user.id))) return
  await recordAudit(tx, { userId: user.id, action: 'email.change-cancel', from })
}

async function mailChangeLink(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { newEmail, callbackURL, from }: EmailChange,
): Promise<void> {
  await spendMailBudget(deps, 'change-email', user.email)
  await deletePendingEmailChanges(uow.tx, user.id)
  await mailLink(uow, deps, user, {
    purpose: 'change-email',
    value: { newEmail, ...(callbackURL === null ? {} : { callbackURL }) },
    lifetimeSeconds: deps.config.lifetimes.verificationSeconds,
    target: (token) => confirmationPage({ token, callbackURL }),
    message: (link) => changeEmailMessage({ ...link, newEmail }),
  })
  await recordAudit(uow.tx, { userId: user.id, action: 'email.change-request', from })
}
