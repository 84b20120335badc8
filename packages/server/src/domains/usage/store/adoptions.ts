import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { ExternalCustomer } from './locks.ts'

interface Adopter extends ExternalCustomer {
  readonly customerId: Id<'customer'>
}

/** The events of nobody with this external id are the customer’s from now on; null without any. */
export async function adoptEvents(
  tx: Transaction<Tables>,
  { organizationId, externalCustomerId, customerId }: Adopter,
): Promise<Adoption | null> {
  const { rows } = await sql<Adoption>`
    with earlier as (
      select coalesce(max(adopted_at), '-infinity') as at from usage_adoption
       where organization_id = ${organizationId} and external_customer_id = ${externalCustomerId}
    ), adopted as (
      insert into usage_adoption (organization_id, external_customer_id, customer_id, adopted_at)
      select ${organizationId}, ${externalCustomerId}, ${customerId}, statement_timestamp()
       where exists (
         select from usage_event
          where organization_id = ${organizationId}
            and external_customer_id = ${externalCustomerId} and customer_id is null
            and ingested_at > (select at from earlier))
      returning external_customer_id, adopted_at
    )
    select external_customer_id as "externalCustomerId", (select at::text from earlier) as after,
           adopted_at::text as "upTo"
      from adopted`.execute(tx)
  return rows[0] ?? null
}

/** The customer’s balances get them. They are held, so that it is before or after others. */
export const markCounted = async (
  tx: Transaction<Tables>,
  { organizationId, externalCustomerId }: ExternalCustomer,
  { upTo }: Adoption,
): Promise<void> =>
  void (await sql`
    update usage_adoption set counted_at = (select clock_timestamp())
     where organization_id = ${organizationId} and external_customer_id = ${externalCustomerId}
       and adopted_at = ${upTo}::timestamptz`.execute(tx))

/** Events of nobody that were ingested after one time and up to another belong to the customer. */
export interface Adoption {
  readonly externalCustomerId: string
  /** As text, because they are more precise than milliseconds. */
  readonly after: string
  readonly upTo: string
}

/**
 * By these customers. Those of others are read as well, because each begins where the one before
 * ended.
 */
export async function findAdoptions(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerIds: readonly Id<'customer'>[],
): Promise<readonly Adoption[]> {
  const { rows } = await sql<Adoption>`
    select external_customer_id as "externalCustomerId",
           coalesce(before, '-infinity')::text as after, adopted_at::text as "upTo"
      from (select *, lag(adopted_at) over (
                        partition by external_customer_id order by adopted_at) as before
              from usage_adoption
             where organization_id = ${organizationId} and external_customer_id in (
                     select external_customer_id from usage_adoption
                      where organization_id = ${organizationId}
                        and customer_id = any(${customerIds}::uuid[]))) as adoptions
     where customer_id = any(${customerIds}::uuid[])
     order by adopted_at`.execute(db)
  return rows
}
