import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { AccessTokenKey, AccessTokenRow } from './access-tokens.ts'

// Every unit of work needs the caller's rights and the organization's time, so one statement reads
// both.

interface OrganizationTime {
  /** Null if the organization's clock runs in real time. */
  readonly frozenAt: Date | null
}

type TokenAccess = OrganizationTime & Pick<AccessTokenRow, 'scopes' | 'expiresAt'>

/** Undefined if the token was revoked. */
export async function findTokenAccess(
  tx: Transaction<Tables>,
  { organizationId, id }: AccessTokenKey,
): Promise<TokenAccess | undefined> {
  const { rows } = await sql<TokenAccess>`
    select t.scopes, t.expires_at as "expiresAt", c.frozen_at as "frozenAt"
      from organization_access_token t
      left join organization_clock c on c.organization_id = t.organization_id
     where t.organization_id = ${organizationId} and t.id = ${id}`.execute(tx)
  return rows[0]
}

type SessionAccess = OrganizationTime & { readonly role: string }

interface SessionInOrganization {
  readonly sessionId: Id<'session'>
  readonly organizationId: Id<'organization'>
}

/** Undefined if the session has ended or the user is not a member. */
export async function findSessionAccess(
  tx: Transaction<Tables>,
  { sessionId, organizationId }: SessionInOrganization,
): Promise<SessionAccess | undefined> {
  const { rows } = await sql<SessionAccess>`
    select m.role, c.frozen_at as "frozenAt"
      from person_session s
      join member m on m.organization_id = ${organizationId} and m.user_id = s.user_id
      left join organization_clock c on c.organization_id = m.organization_id
     where s.id = ${sessionId}`.execute(tx)
  return rows[0]
}
