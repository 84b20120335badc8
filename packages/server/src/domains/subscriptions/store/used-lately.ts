import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import type { SubscriptionKey } from './subscriptions.ts'

export const usedLatelyPerPage = 200

/** The organizations with products whose usage is billed early. */
export const thresholdsToWatch = watched({
  kind: 'subscriptions.bill_early',
  leaseMilliseconds: 60_000,
  table: sql`product_billing_threshold`,
  isWatched: sql`true`,
})

/** Much longer than the pause between two sweeps, and than the lease. In real time, as ingestion is. */
const window = sql`interval '5 minutes'`

interface Page {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly behind: SubscriptionKey | null
}

/**
 * A page of subscriptions, behind this one, whose usage is billed early and has changed in the last
 * minutes. What was used before is known to an earlier sweep, or is billed with what follows.
 */
export async function listUsedLately(
  db: Kysely<Tables>,
  { organizationIds, behind }: Page,
): Promise<readonly SubscriptionKey[]> {
  const isOf = (alias: string, row: string) => isOfOrganization({ alias, row, organizationIds })
  const { rows } = await sql<SubscriptionKey>`
    select s.organization_id as "organizationId", s.id
      from product_billing_threshold t
      join subscription s on ${isOf('s', 't')} and s.product_id = t.product_id
     where ${isOfOneOf('t.organization_id', organizationIds)}
       and s.status = 'active' and s.held_at is null
       and (${behind === null} or (s.organization_id, s.id)
             > (${behind?.organizationId ?? null}::uuid, ${behind?.id ?? null}::uuid))
       and exists (
         select from metered_usage u
          where ${isOf('u', 's')} and u.customer_id = s.customer_id
            and u.subscription_id = s.id and u.is_open
            and u.modified_at > statement_timestamp() - ${window})
     order by s.organization_id, s.id
     limit ${usedLatelyPerPage}`.execute(db)
  return rows
}
