import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { AccessTokenKey, AccessTokenRow } from './access-tokens.ts'

/** Who calls is asked in every unit of work, and the time there as well: one statement tells both. */
interface Standing {
  /** Where the organization's clock is stopped; null where it goes. */
  readonly frozenAt: Date | null
}

type TokenStanding = Standing & Pick<AccessTokenRow, 'scopes' | 'expiresAt'>

/** What a token may, if it's still there. */
export async function standingOfToken(
  tx: Transaction<Tables>,
  { organizationId, id }: AccessTokenKey,
): Promise<TokenStanding | undefined> {
  const { rows } = await sql<TokenStanding>`
    select t.scopes, t.expires_at as "expiresAt", c.frozen_at as "frozenAt"
      from organization_access_token t
      left join organization_clock c on c.organization_id = t.organization_id
     where t.organization_id = ${organizationId} and t.id = ${id}`.execute(tx)
  return rows[0]
}

type PersonStanding = Standing & { readonly role: string }

interface SessionInOrganization {
  readonly sessionId: Id<'session'>
  readonly organizationId: Id<'organization'>
}

/** What whoever is signed in is there, if the session hasn't ended meanwhile. */
export async function standingInSession(
  tx: Transaction<Tables>,
  { sessionId, organizationId }: SessionInOrganization,
): Promise<PersonStanding | undefined> {
  const { rows } = await sql<PersonStanding>`
    select m.role, c.frozen_at as "frozenAt"
      from session s
      join member m on m.organization_id = ${organizationId} and m.user_id = s.user_id
      left join organization_clock c on c.organization_id = m.organization_id
     where s.id = ${sessionId}`.execute(tx)
  return rows[0]
}
