import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { composedOnce, written } from '../../../platform/database/composed-once.ts'
import type { CustomerSessionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { CustomerKey } from './customers.ts'

export type CustomerSessionRow = Selectable<CustomerSessionTable>

/** Its secret must stand in the directory before. */
export async function insertCustomerSession(
  tx: Transaction<Tables>,
  session: Insertable<CustomerSessionTable>,
): Promise<CustomerSessionRow> {
  const compose = () => tx.insertInto('customerSession').values(session).returningAll().compile()
  const row = await insertion(tx, { ...written(session), compose })
  assert(row !== undefined, 'what is inserted is answered')
  return row
}

const insertion = composedOnce()

/** Ends all of a customer’s, and answers the hashes of their secrets. */
export async function deleteSessionsOf(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
): Promise<Buffer[]> {
  const ended = await tx
    .deleteFrom('customerSession')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', id)
    .returning('secretHash')
    .execute()
  return ended.map(({ secretHash }) => secretHash)
}

export const sweptSessionsMax = 1000

/** Some whose time is over by the clock of their organization, as hashes of their secrets. */
export async function deleteExpiredSessions(db: Kysely<Tables>, now: Date): Promise<Buffer[]> {
  const { rows } = await sql<{ secretHash: Buffer }>`
    delete from customer_session
     where (organization_id, id) in (
       select s.organization_id, s.id
         from customer_session s
         left join organization_clock c using (organization_id)
        where s.expires_at <= coalesce(c.frozen_at, ${now})
        limit ${sweptSessionsMax}
          for update of s skip locked)
    returning secret_hash as "secretHash"`.execute(db)
  return rows.map(({ secretHash }) => secretHash)
}
