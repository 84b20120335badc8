import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** A session that lets somebody in, as its customer is found by it. */
export interface StandingSession {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customerSession'>
  readonly customerId: Id<'customer'>
}

interface Standing {
  /** Where the organization's clock is stopped; null where it goes. */
  readonly frozenAt: Date | null
}

/** By its secret, while its hour isn't over by the clock of its organization. */
export async function findStandingSession(
  db: Kysely<Tables>,
  hash: Buffer,
  now: Date,
): Promise<StandingSession | undefined> {
  const { rows } = await sql<StandingSession>`
    select s.organization_id as "organizationId", s.id, s.customer_id as "customerId"
      from secret_directory d
      join customer_session s on s.organization_id = d.organization_id and s.secret_hash = d.hash
      join customer u on u.organization_id = s.organization_id and u.id = s.customer_id
      left join organization_clock c on c.organization_id = s.organization_id
     where d.hash = ${hash} and u.deleted_at is null
       and s.expires_at > coalesce(c.frozen_at, ${now})`.execute(db)
  return rows[0]
}

/** Whether it is there yet, which it isn't once its customer is deleted. */
export async function standingOfSession(
  tx: Transaction<Tables>,
  { organizationId, id }: StandingSession,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select c.frozen_at as "frozenAt"
      from customer_session s
      left join organization_clock c on c.organization_id = s.organization_id
     where s.organization_id = ${organizationId} and s.id = ${id}`.execute(tx)
  return rows[0]
}
