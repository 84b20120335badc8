import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CommandLineLoginTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { AccessTokenRow } from './access-tokens.ts'

export type CommandLineLoginRow = Selectable<CommandLineLoginTable>

export async function insertLogin(
  tx: Transaction<Tables>,
  login: CommandLineLoginRow,
): Promise<void> {
  await tx.insertInto('commandLineLogin').values(login).execute()
}

export const findLoginByCode = (
  db: Kysely<Tables>,
  codeDigest: Buffer,
  now: Date,
): Promise<CommandLineLoginRow | undefined> =>
  db
    .selectFrom('commandLineLogin')
    .selectAll()
    .where('codeDigest', '=', codeDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Of several who take the same login, one gets it. */
export const takeLogin = (
  tx: Transaction<Tables>,
  codeDigest: Buffer,
  now: Date,
): Promise<CommandLineLoginRow | undefined> =>
  tx
    .deleteFrom('commandLineLogin')
    .where('codeDigest', '=', codeDigest)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function isLoginPending(
  db: Kysely<Tables>,
  secretHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('commandLineLogin')
    .select('secretHash')
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

type NamedToken = AccessTokenRow & {
  readonly organizationName: string
  readonly organizationSlug: string
}

export async function findNamedToken(
  db: Kysely<Tables>,
  secretHash: Buffer,
): Promise<NamedToken | undefined> {
  const { rows } = await sql<NamedToken>`
    select t.*, o.name as organization_name, o.slug as organization_slug
      from secret_directory d
      join organization o on o.id = d.organization_id
      join organization_access_token t
        on t.organization_id = d.organization_id and t.secret_hash = d.hash
     where d.hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** Locked, so that of several revocations at once one is recorded. */
export async function lockTokenByHash(
  tx: Transaction<Tables>,
  secretHash: Buffer,
): Promise<AccessTokenRow | undefined> {
  const { rows } = await sql<AccessTokenRow>`
    select t.*
      from secret_directory d
      join organization_access_token t
        on t.organization_id = d.organization_id and t.secret_hash = d.hash
     where d.hash = ${secretHash}
       for update`.execute(tx)
  return rows[0]
}

export async function sweepLogins(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('commandLineLogin').where('expiresAt', '<=', now).execute()
}
