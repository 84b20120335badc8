import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import type { Split } from '../rules/settlement.ts'
import type { OrderKey } from './orders.ts'

/** Money that came back and has no credit note yet. */
export interface Uncredited {
  readonly orderId: Id<'order'>
  readonly refundId: Id<'refund'> | null
  readonly disputeId: Id<'dispute'> | null
  /** The invoice of the order, which is corrected. */
  readonly correctsId: Id<'invoice'>
}

/** A refund or a dispute that took back money, for which there is no credit note. */
export const isUncredited = (status: 'succeeded' | 'lost') => sql`
  status = ${sql.lit(status)} and credit_note_number is null and amount + tax_amount > 0`

/** Those of these organizations that have some, in the order of their ids. */
export async function findUncredited(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<Id<'organization'>[]> {
  const some = isOfOneOf('organization_id', organizationIds)
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    select distinct organization_id from (
      select organization_id from refund where ${isUncredited('succeeded')} and ${some}
      union all
      select organization_id from dispute where ${isUncredited('lost')} and ${some}) u
     order by 1`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * The oldest, of orders that have their own number. Refunds that are changing are left for later, so
 * that the holder of the counter never waits for anyone who may want it.
 */
export async function lockUncredited(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  countMax: number,
): Promise<Uncredited[]> {
  const refunds = await sql<Uncredited>`
    select r.order_id, r.id as refund_id, null::uuid as dispute_id, i.id as corrects_id
      from refund r
      join orders o on o.organization_id = r.organization_id and o.id = r.order_id
      ${documentOfOrder(organizationId)}
     where r.organization_id = ${organizationId} and r.status = 'succeeded'
       and r.credit_note_number is null and r.amount + r.tax_amount > 0
     order by coalesce(r.answered_at, r.created_at), r.id
     limit ${countMax} for no key update of r skip locked`.execute(tx)
  const disputes = await sql<Uncredited>`
    select r.order_id, null::uuid as refund_id, r.id as dispute_id, i.id as corrects_id
      from dispute r
      join orders o on o.organization_id = r.organization_id and o.id = r.order_id
      ${documentOfOrder(organizationId)}
     where r.organization_id = ${organizationId} and r.status = 'lost'
       and r.credit_note_number is null and r.amount + r.tax_amount > 0
     order by coalesce(r.modified_at, r.created_at), r.id
     limit ${countMax} for no key update of r skip locked`.execute(tx)
  return [...refunds.rows, ...disputes.rows]
}

const documentOfOrder = (organizationId: Id<'organization'>) => sql`
  join lateral (
    select d.id from invoice d
     where d.organization_id = ${organizationId} and d.order_id = o.id
       and d.number = o.invoice_number
     order by d.id desc limit 1) i on true`

export interface CorrectedRow {
  readonly kind: string
  readonly number: string
  readonly issuedAt: Date
}

/** The documents of the orders that an order below zero credits, the oldest first. */
export async function findCreditedDocuments(
  db: Kysely<Tables>,
  { organizationId, id }: OrderKey,
): Promise<CorrectedRow[]> {
  const { rows } = await sql<CorrectedRow>`
    select d.kind, d.number, d.issued_at
      from (select distinct charged.order_id
              from order_item item
              join order_item charged on charged.organization_id = item.organization_id
               and charged.id = item.reverses_item_id
             where item.organization_id = ${organizationId} and item.order_id = ${id}) original
      join orders o on o.organization_id = ${organizationId} and o.id = original.order_id
      join invoice d on d.organization_id = o.organization_id and d.order_id = o.id
       and d.number = o.invoice_number
     order by d.issued_at, d.id`.execute(db)
  return rows
}

/** What came back with a refund or a dispute. */
export async function findReturned(
  db: Kysely<Tables>,
  {
    organizationId,
    refundId,
    disputeId,
  }: Pick<OrderKey, 'organizationId'> & Pick<Uncredited, 'refundId' | 'disputeId'>,
): Promise<Split | undefined> {
  const { rows } = await sql<Split>`
    select amount, tax_amount from refund
     where organization_id = ${organizationId} and id = ${refundId}
    union all
    select amount, tax_amount from dispute
     where organization_id = ${organizationId} and id = ${disputeId}`.execute(db)
  return rows[0]
}
