import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { CustomerKey } from './customers.ts'

const atOnce = 100

const toErase = (db: Kysely<Tables>) =>
  db
    .selectFrom('customer')
    .select(['organizationId', 'id'])
    .where('erasureRequestedAt', 'is not', null)
    .where('erasedAt', 'is', null)

/** Some of those that are to be erased, behind the given one. */
export const listCustomersToErase = (
  db: Kysely<Tables>,
  after: CustomerKey | null,
): Promise<CustomerKey[]> =>
  toErase(db)
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
): Promise<void> {
  await tx
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
    .execute()
}
