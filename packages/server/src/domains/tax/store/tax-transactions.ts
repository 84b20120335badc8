import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables, TaxTransactionTable } from '../../../platform/database/db-types.gen.ts'

export type TaxTransactionRow = Selectable<TaxTransactionTable>

export type TaxTransactionKey = Pick<TaxTransactionRow, 'organizationId' | 'sourceId'>

export const findTaxTransaction = (
  db: Kysely<Tables>,
  { organizationId, sourceId }: TaxTransactionKey,
): Promise<TaxTransactionRow | undefined> =>
  db
    .selectFrom('taxTransaction')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()

/** Does nothing if the transaction exists already. */
export async function insertTaxTransaction(
  db: Kysely<Tables>,
  transaction: Insertable<TaxTransactionTable>,
): Promise<void> {
  await db
    .insertInto('taxTransaction')
    .values(transaction)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveReportedSale(
  db: Kysely<Tables>,
  { organizationId, sourceId }: TaxTransactionKey,
  processorId: string,
): Promise<void> {
  await db
    .updateTable('taxTransaction')
    .set({ processorId })
    .where('organizationId', '=', organizationId)
    .where('sourceId', '=', sourceId)
    .where('processorId', 'is', null)
    .execute()
}
