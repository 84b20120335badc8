import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
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

interface SessionInOrganization {
  readonly sessionId: Id<'session'>
  readonly organizationId: Id<'organization'>
}

/** What whoever is signed in by a session is there, if the session hasn't ended meanwhile. */
export async function roleInSession(
  tx: Transaction<Tables>,
  { sessionId, organizationId }: SessionInOrganization,
): Promise<string | null> {
  const { rows } = await sql<Pick<MemberRow, 'role'>>`
    select m.role
      from session s
      join member m on m.organization_id = ${organizationId} and m.user_id = s.user_id
     where s.id = ${sessionId}`.execute(tx)
  return rows[0]?.role ?? null
}
