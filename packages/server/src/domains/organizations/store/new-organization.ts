import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { OrganizationTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { MemberRow } from './members.ts'
import type { OrganizationRow } from './organizations.ts'

interface NewOrganization {
  readonly organization: Insertable<OrganizationTable>
  /** The creator. */
  readonly member: Pick<MemberRow, 'id' | 'userId' | 'role' | 'teamId'>
  /** The session in which the organization becomes active. */
  readonly sessionId: Id<'session'> | null
}

/**
 * Inserts the organization, its first member and, if teams are enabled, a first team of the same
 * name, and makes it the session's active one. A single statement, because every further round trip
 * would cost as much as all of this. Undefined if the slug is taken.
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
    activated as (
      update session
         set active_organization_id = created.id, active_team_id = null
        from created
       where session.id = ${sessionId}::uuid)
    select * from created`.execute(tx)
  return rows[0]
}
