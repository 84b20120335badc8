import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import type { Work } from '../../../platform/work.ts'
import { emailChangedMessage } from '../messages/change-email.ts'
import { decideEmailLink } from '../rules/email-link.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { findEmailLink, spendEmailLink } from '../store/email-links.ts'
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../store/users.ts'
import type { IdentityParts } from './parts.ts'
import { proveEmail } from './prove-email.ts'
import { sendVerificationMail } from './send-verification-mail.ts'
import type { SignedIn } from './signed-in.ts'
import { circumstancesOf, siteOf, tellUser } from './tell-user.ts'
import { userEvent } from './user-events.ts'

interface Opening {
  readonly secret: string
  /** Who is signed in in the browser. */
  readonly visitor: SignedIn | null
  readonly from: Origin
}

export interface OpenedLink {
  /** Nothing, where the link had been opened before. */
  readonly did: 'verify' | 'switch' | 'nothing'
  /** Whom it was mailed to, as they are now. */
  readonly user: UserRow
}

/** Opens a link that proves an address, once, or agrees to change it. */
export async function openEmailLink(
  work: Work,
  parts: IdentityParts,
  { secret, visitor, from }: Opening,
): Promise<OpenedLink> {
  const { tx, now } = work
  const seen = await findEmailLink(tx, parts.keyring, secret)
  const user = seen === null ? null : ((await lockUser(tx, seen.userId)) ?? null)
  // Read again under the lock, or of two who open it at once both would be the first.
  const link = user === null ? null : await findEmailLink(tx, parts.keyring, secret)
  const plan = accept(decideEmailLink({ link, user, visitorId: visitor?.user.id ?? null }, now))
  assert(user !== null && link !== null, 'there is a link, and somebody it was mailed to')
  if (plan.does === 'nothing') return { did: 'nothing', user }
  await spendEmailLink(tx, secret, now)
  if (plan.does === 'verify') {
    return { did: 'verify', user: await proveEmail(work, parts, user, from) }
  }
  const change = { newEmail: plan.newEmail, callbackURL: link.callbackURL, from }
  return { did: 'switch', user: await switchEmail(work, parts, user, change) }
}

interface EmailSwitch {
  readonly newEmail: string
  readonly callbackURL: string | null
  readonly from: Origin
}

/**
 * Gives the user another address, which is yet to be proved. The one before is told, if it was
 * theirs: an unproved one may be a stranger's. The user's row must be locked.
 */
export async function switchEmail(
  work: Work,
  parts: IdentityParts,
  user: UserRow,
  { newEmail, callbackURL, from }: EmailSwitch,
): Promise<UserRow> {
  const switched = await takeAddress(work, user, newEmail)
  await recordAudit(work.tx, { userId: user.id, action: 'email.change', from })
  work.record(userEvent('user.updated', switched))
  if (user.emailVerified) {
    const told = { site: siteOf(parts), newEmail, circumstances: circumstancesOf(work.now, from) }
    await tellUser(work, parts, user, emailChangedMessage(told))
  }
  await sendVerificationMail(work, parts, switched, callbackURL)
  return switched
}

/** The address was free when the change was asked for; somebody may have come first. */
async function takeAddress({ tx, now }: Work, user: UserRow, email: string): Promise<UserRow> {
  const holder = await findUserByEmail(tx, email)
  if (holder !== undefined) throw new Problem('could_not_update_your_email')
  try {
    return await updateUser(tx, user.id, { email, emailVerified: false }, now)
  } catch (error) {
    if (violatedConstraint(error) === null) throw error
    throw new Problem('could_not_update_your_email')
  }
}
