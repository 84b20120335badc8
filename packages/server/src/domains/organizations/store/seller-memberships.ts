import type { Id } from '@guildhall/contract/primitives'
import type { Database } from '../../../platform/database/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { MemberRow } from './members.ts'

export type HeldRole = Pick<MemberRow, 'organizationId' | 'role'>

/** The most that one person is asked to be a member of. */
const membershipsMax = 1000

/** Where a user is a member, and as what. */
export const rolesOf = ({ read }: Database, userId: Id<'user'>): Promise<HeldRole[]> =>
  read(rolesStatement, [userId])

const rolesStatement = namedStatement<HeldRole>(
  'roles_of_user',
  `select organization_id as "organizationId", role
     from member where user_id = $1 order by created_at limit ${membershipsMax}`,
)
