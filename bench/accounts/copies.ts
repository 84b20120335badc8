export const usersCount = 10_000

/** How the only user of a database becomes many, each with the same password. */
export interface Copying {
  readonly ownerUrl: string
  readonly statements: readonly string[]
}

export const copiesOfOurs = (ownerUrl: string): Copying => ({
  ownerUrl,
  statements: [
    copies('users', `jsonb_build_object('id', ${ourId}, 'email', ${email})`),
    copies(
      'account',
      `jsonb_build_object('id', ${ourId}, 'user_id', ${ourId},
      'account_id', ${ourId})`,
    ),
    copies('session', `jsonb_build_object('id', ${ourId}, 'user_id', ${ourId})`),
  ],
})

export const copiesOfPeer = (ownerUrl: string): Copying => ({
  ownerUrl,
  statements: [
    copies('"user"', `jsonb_build_object('id', ${peerId}, 'email', ${email})`),
    copies(
      'account',
      `jsonb_build_object('id', ${peerId}, 'userId', ${peerId},
      'accountId', ${peerId})`,
    ),
    copies(
      'session',
      `jsonb_build_object('id', ${peerId}, 'userId', ${peerId},
      'token', ${peerId})`,
    ),
  ],
})

/** Whatever columns a table has, all but the named ones are as in its only row. */
const copies = (table: string, changes: string): string => `
  insert into ${table}
  select (jsonb_populate_record(original, ${changes})).*
    from ${table} original, generate_series(1, ${usersCount}) number`

const email = `'user' || number || '@example.com'`
const ourId = `('01930000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid`
const peerId = `md5('user' || number)`
