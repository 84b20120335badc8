import type { Id } from '@guildhall/contract/primitives'
import { id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import { hashSecret } from '../../../../platform/crypto/tokens.ts'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'
import { emailChangeBinding, verificationBinding } from '../verifications.ts'

const purpose = z.enum(['verify-email', 'change-email'])

/** The sealed value of a link that verifies an address. */
const value = z.object({
  email: z.string(),
  newEmail: z.optional(z.string()),
  callbackURL: z.optional(z.string()),
})

interface EmailLink {
  readonly userId: Id<'user'>
  /** The address the link was mailed to. */
  readonly email: string
  /** The address to change to; null for a link that only verifies. */
  readonly newEmail: string | null
  readonly callbackURL: string | null
  readonly expiresAt: Date
  readonly spentAt: Date | null
}

export interface PendingEmailChange {
  /** The address that must confirm. */
  readonly email: string
  readonly newEmail: string
  readonly expiresAt: Date
}

/** Finds expired and used links too, so that their refusals can differ. */
export async function findEmailLink(
  db: Kysely<Tables>,
  keyring: Keyring,
  secret: string,
): Promise<EmailLink | null> {
  const row = await db
    .selectFrom('verification')
    .select(['purpose', 'userId', 'value', 'expiresAt', 'spentAt'])
    .where('secretHash', '=', hashSecret(secret))
    .where('purpose', 'in', purpose.options)
    .executeTakeFirst()
  if (row === undefined || row.value === null) return null
  const text = keyring.open(row.value, verificationBinding(purpose.parse(row.purpose), secret))
  if (text === null) return null
  const { email, newEmail = null, callbackURL = null } = value.parse(JSON.parse(text))
  const { expiresAt, spentAt } = row
  return { userId: id('user').parse(row.userId), email, newEmail, callbackURL, expiresAt, spentAt }
}

/** The change of address whose link has not been opened yet, if any. */
export async function findPendingEmailChange(
  db: Kysely<Tables>,
  keyring: Keyring,
  userId: Id<'user'>,
  now: Date,
): Promise<PendingEmailChange | null> {
  const row = await db
    .selectFrom('verification')
    .select(['secretHash', 'value', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('spentAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.value === null) return null
  const text = keyring.open(row.value, emailChangeBinding(row.secretHash))
  if (text === null) return null
  const { email, newEmail } = value.parse(JSON.parse(text))
  return newEmail === undefined ? null : { email, newEmail, expiresAt: row.expiresAt }
}

/** Keeps used links, so that opening one again is no error. True if a change was pending. */
export async function deletePendingEmailChanges(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('verification')
    .where('userId', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('spentAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** True for exactly one of any number of parallel calls. */
export async function consumeEmailLink(
  tx: Transaction<Tables>,
  secret: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verification')
    .set({ spentAt: now })
    .where('secretHash', '=', hashSecret(secret))
    .where('spentAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
