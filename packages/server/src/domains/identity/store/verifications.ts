import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { randomBase62 } from '../../../platform/crypto/base62.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { hashSecret } from '../../../platform/crypto/tokens.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'

export type Purpose =
  | 'verify-email'
  | 'change-email'
  | 'reset-password'
  | 'delete-account'
  | 'oauth-state'

interface Issue {
  readonly purpose: Purpose
  readonly userId: Id<'user'> | null
  /** What the holder of the secret may do. */
  readonly value: JsonObject
  readonly lifetimeSeconds: number
}

/** What a secret stood for, given to whoever consumed it first. */
export interface Verification {
  readonly userId: Id<'user'> | null
  readonly value: JsonObject
  readonly expiresAt: Date
}

/** 32 characters are 190 bits. */
const secretCharacters = 32

/** Answers the secret, which is shown once: in a mail or to a browser. */
export async function issueVerification(
  work: Work,
  keyring: Keyring,
  { purpose, userId, value, lifetimeSeconds }: Issue,
): Promise<string> {
  const secret = randomBase62(secretCharacters)
  await work.tx
    .insertInto('verification')
    .values({
      secretHash: hashSecret(secret),
      purpose,
      userId,
      value: keyring.seal(JSON.stringify(value), verificationBinding(purpose, secret)),
      createdAt: work.now,
      expiresAt: new Date(work.now.getTime() + lifetimeSeconds * 1000),
    })
    .execute()
  return secret
}

/** Once, however many ask at the same time: whoever deletes the row has it. */
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

/** Looks without using it up. */
export async function peekVerification(
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

/** What was mailed before stops working. */
export const deleteVerificationsOf = async (
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  purpose: Purpose,
): Promise<void> =>
  void (await tx
    .deleteFrom('verification')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .execute())

/** Not at once, so that who comes late is told so. */
export async function sweepVerifications(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMilliseconds)
  await db.deleteFrom('verification').where('expiresAt', '<=', before).execute()
}

const keptMilliseconds = 86_400_000

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

/** Null where its time is over, or the server's secret that sealed it is no longer listed. */
function opened(row: Row, { keyring, purpose, secret, now }: Opening): Verification | null {
  if (row.expiresAt <= now || row.value === null) return null
  const text = keyring.open(row.value, verificationBinding(purpose, secret))
  if (text === null) return null
  return { userId: row.userId, value: JSON.parse(text), expiresAt: row.expiresAt }
}

/** Sealed with the secret itself in the binding: without it, the row says nothing to anybody. */
export const verificationBinding = (purpose: Purpose, secret: string): readonly string[] =>
  purpose === 'change-email'
    ? emailChangeBinding(hashSecret(secret))
    : ['verification', purpose, secret]

/** But a change of address is told its owner while it waits, so that one is bound to its row. */
export const emailChangeBinding = (secretHash: Buffer): readonly string[] => [
  'verification',
  'change-email',
  secretHash.toString('base64'),
]
