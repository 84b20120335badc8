import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CommandLineLoginTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { AccessTokenRow } from './access-tokens.ts'
import { findSecretOwner } from './secret-directory.ts'

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
  const organizationId = await findSecretOwner(db, secretHash)
  if (organizationId === undefined) return undefined
  const { rows } = await sql<NamedToken>`
    select t.*, o.name as organization_name, o.slug as organization_slug
      from organization_access_token t
      join organization o on o.id = t.organization_id
     where t.organization_id = ${organizationId} and t.secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** Locked, so that of several revocations at once one is recorded. */
export async function lockTokenByHash(
  tx: Transaction<Tables>,
  secretHash: Buffer,
): Promise<AccessTokenRow | undefined> {
  const organizationId = await findSecretOwner(tx, secretHash)
  if (organizationId === undefined) return undefined
  return tx
    .selectFrom('organizationAccessToken')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('secretHash', '=', secretHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function sweepLogins(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('commandLineLogin').where('expiresAt', '<=', now).execute()
}
