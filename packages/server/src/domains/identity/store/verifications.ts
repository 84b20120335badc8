import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { randomBase62 } from '../../../platform/crypto/base62.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { hashSecret } from '../../../platform/crypto/tokens.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

export type Purpose =
  | 'verify-email'
  | 'change-email'
  | 'reset-password'
  | 'delete-account'
  | 'oauth-state'

interface Issue {
  readonly purpose: Purpose
  readonly userId: Id<'user'> | null
  /** What the secret's holder may do. */
  readonly value: JsonObject
  readonly lifetimeSeconds: number
}

/** What a secret represents. */
export interface Verification {
  readonly userId: Id<'user'> | null
  readonly value: JsonObject
  readonly expiresAt: Date
}

/** 32 characters are 190 bits. */
const secretCharacters = 32

/** Returns the secret, which leaves the server once: in a mail or to a browser. */
export async function issueVerification(
  uow: UnitOfWork,
  keyring: Keyring,
  { purpose, userId, value, lifetimeSeconds }: Issue,
): Promise<string> {
  const secret = randomBase62(secretCharacters)
  await uow.tx
    .insertInto('verification')
    .values({
      secretHash: hashSecret(secret),
      purpose,
      userId,
      value: keyring.seal(JSON.stringify(value), verificationBinding(purpose, secret)),
      createdAt: uow.now,
      expiresAt: new Date(uow.now.getTime() + lifetimeSeconds * 1000),
    })
    .execute()
  return secret
}

/** Of any number of parallel calls, only the one that deletes the row gets the value. */
export async function consumeVerification(
  tx: Transaction<Tables>,
  keyring: Keyring,
  purpose: Purpose,
  secret: string,
  now: Date,
): Promise<Verification | null> {
  const row = await tx
    .deleteFrom('verification')
    .where('secretHash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .returning(['userId', 'value', 'expiresAt'])
    .executeTakeFirst()
  return row === undefined ? null : opened(row, { keyring, purpose, secret, now })
}

/** Reads a verification without consuming it. */
export async function findVerification(
  db: Kysely<Tables>,
  keyring: Keyring,
  purpose: Purpose,
  secret: string,
  now: Date,
): Promise<Verification | null> {
  const row = await db
    .selectFrom('verification')
    .where('secretHash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .select(['userId', 'value', 'expiresAt'])
    .executeTakeFirst()
  return row === undefined ? null : opened(row, { keyring, purpose, secret, now })
}

/** Invalidates everything issued for this purpose. */
export const deleteVerifications = async (
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  purpose: Purpose,
): Promise<void> =>
  void (await tx
    .deleteFrom('verification')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .execute())

/**
 * Invalidates everything that was mailed to the user or started by them. Used links stay, so that
 * opening one again is no error.
 */
export async function deletePendingVerifications(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where('userId', '=', userId)
    .where('spentAt', 'is', null)
    .execute()
}

/** Keeps expired ones for a while, so that late visitors learn that theirs expired. */
export async function sweepVerifications(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMilliseconds)
  await db.deleteFrom('verification').where('expiresAt', '<=', before).execute()
}

const retentionMilliseconds = 86_400_000

interface Row {
  readonly userId: Id<'user'> | null
  readonly value: Buffer | null
  readonly expiresAt: Date
}

interface Opening {
  readonly keyring: Keyring
  readonly purpose: Purpose
  readonly secret: string
  readonly now: Date
}

/** Null if it expired, or the server secret that sealed it is no longer configured. */
function opened(row: Row, { keyring, purpose, secret, now }: Opening): Verification | null {
  if (row.expiresAt <= now || row.value === null) return null
  const text = keyring.open(row.value, verificationBinding(purpose, secret))
  if (text === null) return null
  return { userId: row.userId, value: JSON.parse(text), expiresAt: row.expiresAt }
}

/** The secret is part of the binding, so the row alone reveals nothing. */
export const verificationBinding = (purpose: Purpose, secret: string): readonly string[] =>
  purpose === 'change-email'
    ? emailChangeBinding(hashSecret(secret))
    : ['verification', purpose, secret]

/** A pending change is shown to its owner without the secret, so it is bound to its row instead. */
export const emailChangeBinding = (secretHash: Buffer): readonly string[] => [
  'verification',
  'change-email',
  secretHash.toString('base64'),
]
