import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { GithubConnectionTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type GitHubConnectionRow = Selectable<GithubConnectionTable>

export interface GitHubConnectionKey {
  readonly organizationId: Id<'organization'>
  readonly sessionId: Id<'session'>
}

/** Replaces an earlier connection of the session. */
export const saveGitHubConnection = async (
  tx: Transaction<Tables>,
  connection: Insertable<GithubConnectionTable>,
): Promise<void> =>
  void (await tx
    .insertInto('githubConnection')
    .values(connection)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'sessionId']).doUpdateSet({
        login: connection.login,
        accessToken: connection.accessToken,
        expiresAt: connection.expiresAt,
      }),
    )
    .execute())

export const findGitHubConnection = (
  db: Kysely<Tables>,
  { organizationId, sessionId }: GitHubConnectionKey,
  now: Date,
): Promise<GitHubConnectionRow | undefined> =>
  db
    .selectFrom('githubConnection')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('sessionId', '=', sessionId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const deleteExpiredConnections = async (db: Kysely<Tables>, now: Date): Promise<void> =>
  void (await db.deleteFrom('githubConnection').where('expiresAt', '<=', now).execute())
