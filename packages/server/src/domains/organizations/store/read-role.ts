import type { Database } from '../../../platform/database/database.ts'
import { namedStatement } from '../../../platform/database/reader.ts'
import type { MemberRow, Membership } from './members.ts'

/** The roles of a member; null for who is none. For questions that change nothing. */
export async function readRole(
  { read }: Database,
  { organizationId, userId }: Membership,
): Promise<string | null> {
  const [member] = await read(roleStatement, [organizationId, userId])
  return member?.role ?? null
}

const roleStatement = namedStatement<Pick<MemberRow, 'role'>>(
  'role_of_member',
  'select role from member where organization_id = $1 and user_id = $2',
)
