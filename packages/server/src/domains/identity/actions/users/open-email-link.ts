import { assert } from '../../../../kernel/assert.ts'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../../platform/database/failures.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { emailChangedMessage } from '../../messages/email-address.ts'
import { decideEmailLink } from '../../rules/users/email-link.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import { findPasswordAccount } from '../../store/credentials/credentials.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'
import { consumeEmailLink, findEmailLink } from '../../store/users/email-links.ts'
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, notifyUser, siteHost } from '../notify-user.ts'
import type { SignedIn } from '../signed-in.ts'
import { endUnprovenAccess } from './end-unproven-access.ts'
import { userEvent } from './user-events.ts'
import { markEmailVerified, sendVerificationMail } from './verify-email.ts'

interface Opening {
  readonly secret: string
  /** The user signed in to the browser. */
  readonly visitor: SignedIn | null
  /** The recipient's account whose password the visitor entered. */
  readonly account: AccountRow | null
  /** The user whom this browser has signed up. */
  readonly creatorId: UserRow['id'] | null
  readonly mayEndAccess: boolean
  readonly from: Origin
}

export interface OpenedLink {
  /** Nothing, if the link had been opened before. */
  readonly did: 'verify' | 'switch' | 'nothing'
  /** The recipient, as they are now. */
  readonly user: UserRow
}

/** Opens a link that verifies an address, or confirms a change of it. */
export async function openEmailLink(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { secret, visitor, account, creatorId, mayEndAccess, from }: Opening,
): Promise<OpenedLink> {
  const { tx, now } = uow
  const found = await findEmailLink(tx, deps.keyring, secret)
  const user = found === null ? null : ((await lockUser(tx, found.userId)) ?? null)
  // Read again under the lock, or two parallel visits would both count as the first.
  const link = user === null ? null : await findEmailLink(tx, deps.keyring, secret)
  const hasPassword = account !== null && (await isStillCurrent(uow, account))
  const isCreator = hasPassword || creatorId === link?.userId
  const visitorId = ownerOf(visitor)
  const plan = accept(decideEmailLink({ link, user, visitorId, isCreator, mayEndAccess }, now))
  assert(user !== null && link !== null, 'an accepted link has a recipient')
  if (plan.does === 'nothing') return { did: 'nothing', user }
  await consumeEmailLink(tx, secret, now)
  if (plan.does === 'verify') {
    if (plan.endsAccess) await endUnprovenAccess(uow, user)
    return { did: 'verify', user: await markEmailVerified(uow, deps, user, from) }
  }
  const change = { newEmail: plan.newEmail, callbackURL: link.callbackURL, from }
  return { did: 'switch', user: await switchEmail(uow, deps, user, change) }
}

/** An operator who acts as the user has not proved to be them. */
export const ownerOf = (visitor: SignedIn | null): UserRow['id'] | null =>
  visitor === null || visitor.session.impersonatedBy !== null ? null : visitor.user.id

async function isStillCurrent({ tx }: UnitOfWork, account: AccountRow): Promise<boolean> {
  const current = await findPasswordAccount(tx, account.userId)
  if (current?.passwordHash !== account.passwordHash) throw new Problem('invalid_password')
  return true
}

interface EmailSwitch {
  readonly newEmail: string
  readonly callbackURL: string | null
  readonly from: Origin
}

/**
 * Gives the user another address, still to be verified, and notifies the former one. That learns
 * the new address only if it was verified, since it may be a stranger's otherwise. The user's row
 * must be locked.
 */
export async function switchEmail(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { newEmail, callbackURL, from }: EmailSwitch,
): Promise<UserRow> {
  const switched = await saveEmail(uow, user, newEmail)
  await recordAudit(uow.tx, { userId: user.id, action: 'email.change', from })
  uow.record(userEvent('user.updated', switched))
  const message = emailChangedMessage({
    site: siteHost(deps),
    newEmail: user.emailVerified ? newEmail : null,
    circumstances: circumstancesOf(uow.now, from),
  })
  await notifyUser(uow, deps, user, message)
  await sendVerificationMail(uow, deps, switched, callbackURL)
  return switched
}

/** The address was free when the change was requested, but may be taken by now. */
async function saveEmail({ tx, now }: UnitOfWork, user: UserRow, email: string): Promise<UserRow> {
  const holder = await findUserByEmail(tx, email)
  if (holder !== undefined) throw new Problem('could_not_update_your_email')
  try {
    return await updateUser(tx, user.id, { email, emailVerified: false }, now)
  } catch (error) {
    if (violatedConstraint(error) === null) throw error
    throw new Problem('could_not_update_your_email')
  }
}
