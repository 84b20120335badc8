import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface OAuthRedirectKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'oauthRedirect'>
}

/** False where the redirect was used before; of concurrent callbacks one gets true. */
export async function useOAuthRedirect(
  tx: Transaction<Tables>,
  { organizationId, id }: OAuthRedirectKey,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('usedOauthRedirect')
    .values({ organizationId, id, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const deleteExpiredOAuthRedirects = async (db: Kysely<Tables>, now: Date): Promise<void> =>
  void (await db.deleteFrom('usedOauthRedirect').where('expiresAt', '<=', now).execute())
