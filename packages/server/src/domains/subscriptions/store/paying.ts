import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** How many of an organization’s subscriptions go on and cost something. */
export async function countPaying(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid'])
    .where(
      sql<boolean>`exists (
        select from subscription_price p
         where p.organization_id = subscription.organization_id
           and p.subscription_id = subscription.id and p.kind <> 'free')`,
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
