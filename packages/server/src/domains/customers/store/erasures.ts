import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import type { CustomerKey, CustomerRow } from './customers.ts'

const atOnce = 100

/** Those whose subscriptions or orders are still being ended are looked at again. */
export const customersToErase = watched({
  kind: 'customers.erase',
  leaseMilliseconds: 10 * 60_000,
  table: sql`customer`,
  isWatched: sql`erasure_requested_at is not null and erased_at is null`,
  againMilliseconds: 0,
  isPatient: true,
})

const toErase = (db: Kysely<Tables>) =>
  db
    .selectFrom('customer')
    .select(['organizationId', 'id'])
    .where('erasureRequestedAt', 'is not', null)
    .where('erasedAt', 'is', null)

interface Page {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly after: CustomerKey | null
}

/** Some of those that are to be erased, behind the given one. */
export const listCustomersToErase = (
  db: Kysely<Tables>,
  { organizationIds, after }: Page,
): Promise<CustomerKey[]> =>
  toErase(db)
    .where(isOfOneOf('organization_id', organizationIds))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(organization_id, id) > (${after?.organizationId}::uuid, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('organizationId')
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Whether it is still to be erased. */
export const lockCustomerToErase = async (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
): Promise<boolean> => {
  const row = await toErase(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** The row stays, because orders name it. The address can’t receive mail. */
export async function eraseCustomer(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
  now: Date,
): Promise<CustomerRow> {
  return tx
    .updateTable('customer')
    .set({
      email: `${id}@erased.invalid`,
      emailVerified: false,
      externalId: null,
      name: null,
      billingAddress: null,
      taxId: null,
      taxIdFormat: null,
      metadata: jsonText({}),
      erasedAt: now,
      modifiedAt: now,
      version: sql`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
