import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Database } from '../../../platform/database/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import { credentialProvider } from './accounts.ts'

/** What signing in by a password asks about a person. */
export interface Credential {
  readonly userId: Id<'user'>
  readonly emailVerified: boolean
  readonly banned: boolean | null
  readonly banExpires: Date | null
  /** Null where they have no password. */
  readonly passwordHash: string | null
}

export interface CredentialSearch {
  /** Null where nobody has the name. */
  readonly credential: Credential | null
  /** Whether anybody's password is still a hash that was imported. */
  readonly someImported: boolean
}

/** The address in lower case. */
export const credentialByEmail = ({ read }: Database, email: string): Promise<CredentialSearch> =>
  read(byEmail, [email, credentialProvider]).then(found)

/** The name in lower case. */
export const credentialByUsername = (
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
  assert(row !== undefined, 'there is a row for nobody as well')
  const { id, email_verified: emailVerified, some_imported: someImported } = row
  if (id === null || emailVerified === null) return { credential: null, someImported }
  const { banned, ban_expires: banExpires, password_hash: passwordHash } = row
  return {
    credential: { userId: id, emailVerified, banned, banExpires, passwordHash },
    someImported,
  }
}

// Both in one statement, or somebody's import in between would show in how long the answer takes.
const text = (column: 'email' | 'username') => `
  select u.id, u.email_verified, u.banned, u.ban_expires, a.password_hash,
         exists (select from account where password_hash not like '$argon2id$%') as some_imported
    from (values (true)) as always
    left join users u on u.${column} = $1
    left join account a on a.provider_id = $2 and a.account_id = u.id::text`

const byEmail = namedStatement<Columns>('credential_by_email', text('email'))
const byUsername = namedStatement<Columns>('credential_by_username', text('username'))
