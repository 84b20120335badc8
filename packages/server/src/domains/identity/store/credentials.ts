import type { Id } from '@guildhall/contract/primitives'
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

/** The address in lower case; null where nobody has it. */
export const credentialByEmail = ({ read }: Database, email: string): Promise<Credential | null> =>
  read(byEmail, [email, credentialProvider]).then(first)

/** The name in lower case; null where nobody has it. */
export const credentialByUsername = (
  { read }: Database,
  username: string,
): Promise<Credential | null> => read(byUsername, [username, credentialProvider]).then(first)

interface Columns {
  readonly id: Id<'user'>
  readonly email_verified: boolean
  readonly banned: boolean | null
  readonly ban_expires: Date | null
  readonly password_hash: string | null
}

const first = ([row]: Columns[]): Credential | null =>
  row === undefined
    ? null
    : {
        userId: row.id,
        emailVerified: row.email_verified,
        banned: row.banned,
        banExpires: row.ban_expires,
        passwordHash: row.password_hash,
      }

const text = (column: 'email' | 'username') => `
  select u.id, u.email_verified, u.banned, u.ban_expires, a.password_hash
    from users u
    left join account a on a.provider_id = $2 and a.account_id = u.id::text
   where u.${column} = $1`

const byEmail = namedStatement<Columns>('credential_by_email', text('email'))
const byUsername = namedStatement<Columns>('credential_by_username', text('username'))
