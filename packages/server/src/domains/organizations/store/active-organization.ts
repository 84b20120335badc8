import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface Activation {
  readonly sessionId: Id<'session'>
  readonly userId: Id<'user'>
  readonly organizationId: Id<'organization'>
}

/**
 * False if the user is not a member. Locks the membership before the session, in the same order as
 * the removal of a member.
 */
export async function activateOrganization(
  tx: Transaction<Tables>,
  { sessionId, userId, organizationId }: Activation,
): Promise<boolean> {
  const { rows } = await sql`
    select from member
     where organization_id = ${organizationId} and user_id = ${userId} for key share`.execute(tx)
  if (rows.length === 0) return false
  await tx
    .updateTable('session')
    .set({ activeOrganizationId: organizationId, activeTeamId: null })
    .where('id', '=', sessionId)
    .execute()
  return true
}

export async function deactivateOrganization(
  tx: Transaction<Tables>,
  sessionId: Id<'session'>,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ activeOrganizationId: null, activeTeamId: null })
    .where('id', '=', sessionId)
    .execute()
}

interface TeamActivation {
  readonly sessionId: Id<'session'>
  readonly organizationId: Id<'organization'>
  readonly teamId: Id<'team'> | null
}

/** False if another organization has become active meanwhile. */
export async function activateTeam(
  tx: Transaction<Tables>,
  { sessionId, organizationId, teamId }: TeamActivation,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ activeTeamId: teamId })
    .where('id', '=', sessionId)
    .where('activeOrganizationId', '=', organizationId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
