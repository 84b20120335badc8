import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  InvoiceDocumentTable,
  InvoiceTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { OrderKey, OrderRow } from './orders.ts'
import type { RefundRow } from './refunds.ts'

type InvoiceRow = Selectable<InvoiceTable>
export type InvoiceKey = Pick<InvoiceRow, 'organizationId' | 'id'>
type InvoiceDocument = Selectable<InvoiceDocumentTable>

export interface ListedInvoice extends InvoiceRow {
  /** The number of the document that it corrects. */
  readonly corrects: string | null
  readonly currency: Currency
  readonly orderAmount: MinorUnits
  /** What came back with its refund or dispute; null for others. */
  readonly returnedAmount: MinorUnits | null
  readonly isGenerated: boolean
}

/** The invoices and credit notes of an order, oldest first. */
export const listInvoicesOf = (
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<ListedInvoice[]> =>
  db
    .selectFrom('invoice as i')
    .leftJoin('invoice as c', (join) =>
      join.onRef('c.organizationId', '=', 'i.organizationId').onRef('c.id', '=', 'i.correctsId'),
    )
    .leftJoin('invoiceDocument as d', (join) =>
      join.onRef('d.organizationId', '=', 'i.organizationId').onRef('d.invoiceId', '=', 'i.id'),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.organizationId', '=', 'i.organizationId').onRef('o.id', '=', 'i.orderId'),
    )
    .selectAll('i')
    .select(['c.number as corrects', 'd.madeAt', 'o.currency', 'o.totalAmount as orderAmount'])
    .select(returnedAmount(organizationId).as('returnedAmount'))
    .where('i.organizationId', '=', organizationId)
    .where('i.orderId', '=', id)
    .orderBy('i.issuedAt')
    .orderBy('i.id')
    .execute()
    .then((rows) => rows.map(({ madeAt, ...row }) => ({ ...row, isGenerated: madeAt !== null })))

const returnedAmount = (organizationId: Id<'organization'>) => sql<MinorUnits | null>`coalesce(
  (select r.amount + r.tax_amount from refund r
    where r.organization_id = ${organizationId} and r.id = i.refund_id),
  (select q.amount + q.tax_amount from dispute q
    where q.organization_id = ${organizationId} and q.id = i.dispute_id))::bigint`

/** The credit note that records a refund. */
export const findDocumentOfRefund = (
  db: Kysely<Tables>,
  { organizationId, id }: Pick<RefundRow, 'organizationId' | 'id'>,
): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('refundId', '=', id)
    .executeTakeFirst()

/** The PDF of an invoice. */
export const findInvoicePdf = (
  db: Kysely<Tables>,
  { organizationId, id }: InvoiceKey,
): Promise<Pick<InvoiceDocument, 'pdf'> | undefined> =>
  db
    .selectFrom('invoiceDocument')
    .select('pdf')
    .where('organizationId', '=', organizationId)
    .where('invoiceId', '=', id)
    .executeTakeFirst()

/** The content that the PDF was made from. */
export const findPrinted = (
  db: Kysely<Tables>,
  { organizationId, id }: InvoiceKey,
): Promise<Pick<InvoiceDocument, 'printed'> | undefined> =>
  db
    .selectFrom('invoiceDocument')
    .select('printed')
    .where('organizationId', '=', organizationId)
    .where('invoiceId', '=', id)
    .executeTakeFirst()

/** False where a concurrent call stored its document first. */
export async function insertDocument(
  tx: Transaction<Tables>,
  document: Insertable<InvoiceDocumentTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invoiceDocument')
    .values(document)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The caller has locked the order. */
export const markInvoiceGenerated = (
  tx: Transaction<Tables>,
  { organizationId, id }: OrderKey,
  now: Date,
): Promise<OrderRow> =>
  tx
    .updateTable('orders')
    .set({ isInvoiceGenerated: true, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
