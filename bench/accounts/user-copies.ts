export const usersCount = 10_000

/** Statements that copy the only user of a database, so that all have the same password. */
export interface CopyPlan {
  readonly ownerUrl: string
  readonly statements: readonly string[]
}

export const ourCopyPlan = (ownerUrl: string): CopyPlan => ({
  ownerUrl,
  statements: [
    copyRows('users', `jsonb_build_object('id', ${ourId}, 'email', ${email})`),
    copyRows(
      'account',
      `jsonb_build_object('id', ${ourId}, 'user_id', ${ourId},
      'account_id', ${ourId})`,
    ),
    copyRows('session', `jsonb_build_object('id', ${ourId}, 'user_id', ${ourId})`),
  ],
})

export const peerCopyPlan = (ownerUrl: string): CopyPlan => ({
  ownerUrl,
  statements: [
    copyRows('"user"', `jsonb_build_object('id', ${peerId}, 'email', ${email})`),
    copyRows(
      'account',
      `jsonb_build_object('id', ${peerId}, 'userId', ${peerId},
      'accountId', ${peerId})`,
    ),
    copyRows(
      'session',
      `jsonb_build_object('id', ${peerId}, 'userId', ${peerId},
      'token', ${peerId})`,
    ),
  ],
})

/** Copies the only row of a table, whatever its columns, with changes to the named ones. */
const copyRows = (table: string, changes: string): string => `
  insert into ${table}
  select (jsonb_populate_record(original, ${changes})).*
    from ${table} original, generate_series(1, ${usersCount}) number`

const email = `'user' || number || '@example.com'`
const ourId = `('01930000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid`
const peerId = `md5('user' || number)`
