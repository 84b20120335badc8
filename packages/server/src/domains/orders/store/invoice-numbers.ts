import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { InvoiceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { OrderKey } from './orders.ts'

/** The last number that was given, and what all of an organization begin with. */
export interface InvoiceCounter {
  readonly lastPosition: number
  readonly slug: string
}

/** Whoever locks it gives the next numbers. */
export async function lockCounter(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<InvoiceCounter> {
  const { lastPosition, slug } = await tx
    .insertInto('invoiceCounter')
    .values({ organizationId, lastPosition: 0 })
    .onConflict((conflict) =>
      conflict
        .column('organizationId')
        .doUpdateSet({ lastPosition: sql`invoice_counter.last_position` }),
    )
    .returning('lastPosition')
    .returning((build) =>
      build.selectFrom('organization').select('slug').where('id', '=', organizationId).as('slug'),
    )
    .executeTakeFirstOrThrow()
  assert(slug !== null, 'who has orders is there')
  return { lastPosition, slug }
}

export const saveCounter = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  lastPosition: number,
): Promise<unknown> =>
  tx
    .updateTable('invoiceCounter')
    .set({ lastPosition })
    .where('organizationId', '=', organizationId)
    .execute()

const unnumbered = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db
    .selectFrom('orders')
    .select(['organizationId', 'id'])
    .where('organizationId', '=', organizationId)
    .where('paidAt', 'is not', null)
    .where('invoiceNumber', 'is', null)

export const hasUnnumbered = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<boolean> =>
  (await unnumbered(db, organizationId).limit(1).executeTakeFirst()) !== undefined

/** Paid orders that have no number, those first that were paid first. */
export const lockUnnumbered = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  countMax: number,
): Promise<OrderKey[]> =>
  unnumbered(tx, organizationId)
    .orderBy('paidAt')
    .orderBy('id')
    .limit(countMax)
    .forNoKeyUpdate()
    .execute()

type NewInvoice = Insertable<InvoiceTable>

/** Together with what their orders say of them, in one statement however many they are. */
export async function insertInvoices(
  tx: Transaction<Tables>,
  invoices: readonly NewInvoice[],
): Promise<void> {
  const rows = invoices.map((invoice) => ({
    organization_id: invoice.organizationId,
    id: invoice.id,
    position: invoice.position,
    number: invoice.number,
    kind: invoice.kind,
    order_id: invoice.orderId,
    corrects_id: invoice.correctsId ?? null,
    issued_at: invoice.issuedAt.toISOString(),
  }))
  await sql`
    with given as (
      insert into invoice (organization_id, id, position, number, kind, order_id, corrects_id,
                           issued_at)
      select * from jsonb_to_recordset(${jsonText(rows)}::jsonb)
        as (organization_id uuid, id uuid, position bigint, number text, kind text,
            order_id uuid, corrects_id uuid, issued_at timestamptz)
      returning organization_id, order_id, number, kind)
    update orders o
       set invoice_number = given.number, is_invoice_generated = false
      from given
     where o.organization_id = given.organization_id and o.id = given.order_id
       and given.kind = 'invoice'`.execute(tx)
}
