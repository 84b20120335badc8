import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { OrganizationTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { MemberRow } from './members.ts'
import type { OrganizationRow } from './organizations.ts'

interface NewOrganization {
  readonly organization: Insertable<OrganizationTable>
  /** Who made it. */
  readonly member: Pick<MemberRow, 'id' | 'userId' | 'role' | 'teamId'>
  /** Where it becomes the active one. */
  readonly sessionId: Id<'session'> | null
}

/**
 * An organization with what it begins with: its first member, their team of the organization's
 * name unless they are in none, and the session that enters it. All in one statement, because each
 * further one costs as much as all of them together. Undefined where the slug is taken.
 */
export async function insertNewOrganization(
  tx: Transaction<Tables>,
  { organization, member, sessionId }: NewOrganization,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    with created as (${tx
      .insertInto('organization')
      .values(organization)
      .onConflict((conflict) => conflict.constraint('organization_slug').doNothing())
      .returningAll()}),
    first_team as (
      insert into team (organization_id, id, name, created_at)
      select id, ${member.teamId}::uuid, name, created_at
        from created
       where ${member.teamId}::uuid is not null),
    first_member as (
      insert into member (organization_id, id, user_id, role, team_id, created_at)
      select id, ${member.id}::uuid, ${member.userId}::uuid, ${member.role},
             ${member.teamId}::uuid, created_at
        from created),
    entered as (
      update session
         set active_organization_id = created.id, active_team_id = null
        from created
       where session.id = ${sessionId}::uuid)
    select * from created`.execute(tx)
  return rows[0]
}
