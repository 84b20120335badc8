import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { assert } from '../../../../kernel/assert.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../../platform/database/reader.ts'
import { type AccountRow, findAccount } from '../federation/accounts.ts'

/** The provider id of accounts that hold a password of this server. */
const credentialProvider = 'credential'

/** The account with the user's password; undefined if they have none. */
export const findPasswordAccount = (
  db: Kysely<Tables>,
  userId: Id<'user'>,
): Promise<AccountRow | undefined> => findAccount(db, credentialProvider, userId)

/** Sets the user's password, whether or not they had one. The user's row must be locked. */
export async function savePassword(
  tx: Transaction<Tables>,
  password: { readonly id: Id<'account'>; readonly userId: Id<'user'>; readonly hash: string },
  now: Date,
): Promise<void> {
  const { id, userId, hash } = password
  await tx
    .insertInto('account')
    .values({
      id,
      userId,
      providerId: credentialProvider,
      accountId: userId,
      passwordHash: hash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['providerId', 'accountId'])
        .doUpdateSet({ passwordHash: hash, updatedAt: now }),
    )
    .execute()
}

/** What a password sign-in needs to know about a user. */
export interface Credential {
  readonly userId: Id<'user'>
  readonly emailVerified: boolean
  readonly banned: boolean | null
  readonly banExpires: Date | null
  /** Null if they have no password. */
  readonly passwordHash: string | null
}

export interface CredentialSearch {
  /** Null if nobody has the name. */
  readonly credential: Credential | null
  /** Whether anybody's password is still a hash that was imported. */
  readonly someImported: boolean
}

/** The address must be in lower case. */
export const findCredentialByEmail = (
  { read }: Database,
  email: string,
): Promise<CredentialSearch> => read(byEmail, [email, credentialProvider]).then(found)

/** The name must be in lower case. */
export const findCredentialByUsername = (
  { read }: Database,
  username: string,
): Promise<CredentialSearch> => read(byUsername, [username, credentialProvider]).then(found)

interface Columns {
  readonly id: Id<'user'> | null
  readonly email_verified: boolean | null
  readonly banned: boolean | null
  readonly ban_expires: Date | null
  readonly password_hash: string | null
  readonly some_imported: boolean
}

function found([row]: Columns[]): CredentialSearch {
  assert(row !== undefined, 'the statement returns a row even if nobody has the name')
  const { id, email_verified: emailVerified, some_imported: someImported } = row
  if (id === null || emailVerified === null) return { credential: null, someImported }
  const { banned, ban_expires: banExpires, password_hash: passwordHash } = row
  return {
    credential: { userId: id, emailVerified, banned, banExpires, passwordHash },
    someImported,
  }
}

// One statement for both: a concurrent import between two would change how long the answer takes.
const text = (column: 'email' | 'username') => `
  select u.id, u.email_verified, u.banned, u.ban_expires, a.password_hash,
         exists (select from account where password_hash not like '$argon2id$%') as some_imported
    from (values (true)) as always
    left join users u on u.${column} = $1
    left join account a on a.provider_id = $2 and a.account_id = u.id::text`

const byEmail = namedStatement<Columns>('credential_by_email', text('email'))
const byUsername = namedStatement<Columns>('credential_by_username', text('username'))
