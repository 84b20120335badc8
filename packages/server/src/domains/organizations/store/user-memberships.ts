import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { MemberRow } from './members.ts'

interface UserMembership extends Pick<MemberRow, 'organizationId' | 'role'> {
  readonly organizationName: string
  readonly hasOthers: boolean
  readonly hasOtherOwner: boolean
}

/** The user's organizations, and whether each has other members and owners. */
export async function listUserMemberships(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<readonly UserMembership[]> {
  const { rows } = await sql<UserMembership>`
    select own.organization_id, own.role, o.name as organization_name,
           exists (select from member other
                    where other.organization_id = o.id
                      and other.user_id <> own.user_id) as has_others,
           exists (select from member other
                    where other.organization_id = o.id
                      and other.user_id <> own.user_id
                      and 'owner' = any(string_to_array(other.role, ','))) as has_other_owner
      from member own
      join organization o on o.id = own.organization_id
     where own.user_id = ${userId}
     order by o.id`.execute(tx)
  return rows
}

/** A foreign key clears the organizations in sessions that had them active. */
export const deleteMemberships = (
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
