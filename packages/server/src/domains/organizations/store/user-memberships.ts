import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { MemberRow } from './members.ts'

interface UserMembership extends Pick<MemberRow, 'organizationId' | 'role'> {
  readonly organizationName: string
  readonly hasOthers: boolean
  readonly hasOtherOwner: boolean
}

/** What a user is a member of, and whether anybody else is. */
export async function userMemberships(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<readonly UserMembership[]> {
  const { rows } = await sql<UserMembership>`
    select held.organization_id, held.role, o.name as organization_name,
           exists (select from member other
                    where other.organization_id = o.id
                      and other.user_id <> held.user_id) as has_others,
           exists (select from member other
                    where other.organization_id = o.id
                      and other.user_id <> held.user_id
                      and 'owner' = any(string_to_array(other.role, ','))) as has_other_owner
      from member held
      join organization o on o.id = held.organization_id
     where held.user_id = ${userId}
     order by o.id`.execute(tx)
  return rows
}

/** Sessions that had one of the organizations active have none then. */
export const deleteMembershipsOf = (
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  organizationIds: readonly Id<'organization'>[],
): Promise<MemberRow[]> =>
  tx
    .deleteFrom('member')
    .where('userId', '=', userId)
    .where(sql<boolean>`organization_id = any(${organizationIds})`)
    .returningAll()
    .execute()
