import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../../../platform/database/database.ts'
import type { SessionTable, Tables } from '../../../../platform/database/db-types.gen.ts'
import { namedStatement } from '../../../../platform/database/reader.ts'
import type { UserRow } from '../users/users.ts'

export type SessionRow = Selectable<SessionTable>

export const insertSession = (
  tx: Transaction<Tables>,
  session: Insertable<SessionTable>,
): Promise<SessionRow> =>
  tx.insertInto('session').values(session).returningAll().executeTakeFirstOrThrow()

/** Only a session of this user, so that nobody reaches another's session by its id. */
export const findSession = (
  db: Kysely<Tables>,
  userId: Id<'user'>,
  id: Id<'session'>,
): Promise<SessionRow | undefined> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Sessions that have not expired, in the order of signing in. */
export const listLiveSessions = (
  db: Kysely<Tables>,
  userId: Id<'user'>,
  now: Date,
): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Includes expired sessions that have not been swept yet. */
export const listAllSessions = (db: Kysely<Tables>, userId: Id<'user'>): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Undefined if the session had ended already. */
export const deleteSession = (
  tx: Transaction<Tables>,
  id: Id<'session'>,
): Promise<SessionRow | undefined> =>
  tx.deleteFrom('session').where('id', '=', id).returningAll().executeTakeFirst()

/** Ends all sessions of a user but one, and impersonations by them; returns how many. */
export async function deleteSessions(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  except: Id<'session'> | null = null,
): Promise<number> {
  const all = tx
    .deleteFrom('session')
    .where((where) =>
      where.or([where('userId', '=', userId), where('impersonatedBy', '=', userId)]),
    )
  const some = except === null ? all : all.where('id', '<>', except)
  const { numDeletedRows } = await some.executeTakeFirst()
  return Number(numDeletedRows)
}

interface Extension {
  readonly expiresAt: Date
  readonly keyId: string
}

/** Undefined if the session was extended or ended since it was read. */
export const extendSession = (
  tx: Transaction<Tables>,
  seen: SessionRow,
  { expiresAt, keyId }: Extension,
  now: Date,
): Promise<SessionRow | undefined> =>
  tx
    .updateTable('session')
    .set({ expiresAt, keyId, updatedAt: now, lastUsedAt: now })
    .where('id', '=', seen.id)
    .where('expiresAt', '=', seen.expiresAt)
    .returningAll()
    .executeTakeFirst()

/** Keeps the active organization and team. Undefined if the session had ended. */
export const replaceSession = (
  tx: Transaction<Tables>,
  id: Id<'session'>,
  replacement: Omit<
    Insertable<SessionTable>,
    'userId' | 'activeOrganizationId' | 'activeTeamId' | 'impersonatedBy' | 'remembered'
  >,
): Promise<SessionRow | undefined> =>
  tx.updateTable('session').set(replacement).where('id', '=', id).returningAll().executeTakeFirst()

/** Only one of several parallel calls writes. */
export async function recordUse(
  db: Kysely<Tables>,
  { id, lastUsedAt }: Pick<SessionRow, 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where('lastUsedAt', '=', lastUsedAt)
    .execute()
}

/** Deletes expired sessions in batches. */
export async function sweepSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('id', 'in', (of) =>
        of
          .selectFrom('session')
          .select('id')
          .where('expiresAt', '<=', now)
          .limit(sweptRowsMax)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst()
    if (numDeletedRows < sweptRowsMax) return
  }
}

const sweptRowsMax = 1000

export interface SessionWithUser {
  readonly session: SessionRow
  readonly user: UserRow
}

/** The hot read behind every call of a signed-in user. */
export async function findSessionWithUser(
  { read }: Database,
  id: Id<'session'>,
): Promise<SessionWithUser | null> {
  const [row] = await read(sessionStatement, [id])
  if (row === undefined) return null
  return {
    session: {
      id,
      userId: row.user_id,
      keyId: row.key_id,
      remembered: row.remembered,
      createdAt: row.session_created_at,
      updatedAt: row.session_updated_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      ipAddress: row.ip_address,
      userAgent: row.user_agent,
      activeOrganizationId: row.active_organization_id,
      activeTeamId: row.active_team_id,
      impersonatedBy: row.impersonated_by,
    },
    user: {
      id: row.user_id,
      email: row.email,
      emailVerified: row.email_verified,
      name: row.name,
      image: row.image,
      username: row.username,
      displayUsername: row.display_username,
      role: row.role,
      banned: row.banned,
      banReason: row.ban_reason,
      banExpires: row.ban_expires,
      version: row.version,
      createdAt: row.user_created_at,
      updatedAt: row.user_updated_at,
    },
  }
}

interface SessionWithUserColumns {
  readonly user_id: Id<'user'>
  readonly key_id: string
  readonly remembered: boolean
  readonly session_created_at: Date
  readonly session_updated_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly ip_address: string
  readonly user_agent: string
  readonly active_organization_id: Id<'organization'> | null
  readonly active_team_id: Id<'team'> | null
  readonly impersonated_by: Id<'user'> | null
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  readonly image: string | null
  readonly username: string | null
  readonly display_username: string | null
  readonly role: string
  readonly banned: boolean | null
  readonly ban_reason: string | null
  readonly ban_expires: Date | null
  readonly version: number
  readonly user_created_at: Date
  readonly user_updated_at: Date
}

const sessionStatement = namedStatement<SessionWithUserColumns>(
  'session_with_user',
  `select s.user_id, s.key_id, s.remembered, s.created_at as session_created_at,
          s.updated_at as session_updated_at, s.last_used_at, s.expires_at, s.ip_address, s.user_agent,
          s.active_organization_id, s.active_team_id, s.impersonated_by,
          u.email, u.email_verified, u.name, u.image, u.username, u.display_username,
          u.role, u.banned, u.ban_reason, u.ban_expires, u.version,
          u.created_at as user_created_at, u.updated_at as user_updated_at
     from session s join users u on u.id = s.user_id
    where s.id = $1`,
)
