import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SubscriptionKey } from './subscriptions.ts'

export const usedLatelyPerPage = 200

/** Much longer than the pause between two sweeps. In real time, as ingestion is. */
const window = sql`interval '5 minutes'`

/**
 * A page of subscriptions, behind this one, whose usage is billed early and has changed in the last
 * minutes. What was used before is known to an earlier sweep, or is billed with what follows.
 */
export async function listUsedLately(
  db: Kysely<Tables>,
  behind: SubscriptionKey | null,
): Promise<readonly SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    select s.organization_id as "organizationId", s.id
      from product_billing_threshold t
      join subscription s
        on s.organization_id = t.organization_id and s.product_id = t.product_id
     where s.status = 'active' and s.held_at is null
       and (${behind === null} or (s.organization_id, s.id)
             > (${behind?.organizationId ?? null}::uuid, ${behind?.id ?? null}::uuid))
       and exists (
         select from metered_usage u
          where u.organization_id = s.organization_id and u.customer_id = s.customer_id
            and u.subscription_id = s.id and u.is_open
            and u.modified_at > statement_timestamp() - ${window})
     order by s.organization_id, s.id
     limit ${usedLatelyPerPage}`.execute(db)
  return rows
}
