import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { InvoiceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import {
  isOfOneOf,
  isOfOrganization,
  organizationsOf,
} from '../../../platform/database/of-organization.ts'
import { atOnce, type DueInstant, type DueList } from '../../../platform/due/due-list.ts'
import { isUncredited } from './credit-notes.ts'
import type { OrderKey, OrderRow } from './orders.ts'

/** The last assigned positions of invoices and credit notes, and the prefix of their numbers. */
export interface InvoiceCounter {
  readonly organizationId: Id<'organization'>
  readonly lastPosition: number
  readonly lastCreditPosition: number
  readonly slug: string
}

/** The holder of the lock assigns the next numbers. */
export async function lockCounter(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<InvoiceCounter> {
  const counter = await tx
    .insertInto('invoiceCounter')
    .values({ organizationId, lastPosition: 0 })
    .onConflict((conflict) =>
      conflict
        .column('organizationId')
        .doUpdateSet({ lastPosition: sql`invoice_counter.last_position` }),
    )
    .returning(['lastPosition', 'lastCreditPosition'])
    .executeTakeFirstOrThrow()
  const { slug } = await tx
    .selectFrom('organizationProfile')
    .select('slug')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  assert(slug !== null, 'every organization has a slug')
  return { organizationId, ...counter, slug }
}

export interface LockedCounter extends InvoiceCounter {
  /** The instant of the organization’s stopped clock; null where it runs. */
  readonly frozenAt: Date | null
}

/** Locks the counters that exist and that no one else holds. */
export async function lockFreeCounters(
  tx: Transaction<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<LockedCounter[]> {
  const { rows } = await sql<LockedCounter>`
    select c.organization_id, c.last_position, c.last_credit_position, o.slug, k.frozen_at
      from invoice_counter c
      join organization_profile o on o.id = c.organization_id
      left join frozen_clock k on k.organization_id = c.organization_id
     where c.organization_id = any(${organizationIds}::uuid[])
       for no key update of c skip locked`.execute(tx)
  return rows
}

export async function saveCounters(
  tx: Transaction<Tables>,
  counters: readonly Omit<InvoiceCounter, 'slug'>[],
): Promise<void> {
  const organizationIds = organizationsOf(counters)
  const input = jsonRows(counters.map((counter) => ({ ...counter })))
  await sql`
    update invoice_counter c
       set last_position = t.last_position, last_credit_position = t.last_credit_position
      from jsonb_populate_recordset(null::invoice_counter, ${input}::jsonb) t
     where ${isOfOrganization({ alias: 'c', row: 't', organizationIds })}`.execute(tx)
}

export type UnnumberedOrder = OrderKey & Pick<OrderRow, 'totalAmount'>

const unnumbered = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db
    .selectFrom('orders')
    .select(['organizationId', 'id', 'totalAmount'])
    .where('organizationId', '=', organizationId)
    .where('paidAt', 'is not', null)
    .where('invoiceNumber', 'is', null)

export const hasUnnumbered = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<boolean> =>
  (await unnumbered(db, organizationId).limit(1).executeTakeFirst()) !== undefined

/** Paid orders without a number, in the order of payment. */
export const lockUnnumbered = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  countMax: number,
): Promise<UnnumberedOrder[]> =>
  unnumbered(tx, organizationId)
    .orderBy('paidAt')
    .orderBy('id')
    .limit(countMax)
    .forNoKeyUpdate()
    .execute()

/** The first unnumbered orders of each organization, in the order of payment. */
export async function lockUnnumberedOf(
  tx: Transaction<Tables>,
  organizationIds: readonly Id<'organization'>[],
  eachMax: number,
): Promise<UnnumberedOrder[]> {
  const { rows } = await sql<UnnumberedOrder>`
    select o.organization_id, o.id, o.total_amount
      from unnest(${organizationIds}::uuid[]) held (organization_id)
     cross join lateral (
       select organization_id, id, total_amount, paid_at from orders
        where organization_id = held.organization_id
          and paid_at is not null and invoice_number is null
        order by paid_at, id
        limit ${eachMax}
          for no key update) o
     order by o.paid_at, o.id`.execute(tx)
  return rows
}

/** Those of these organizations that have paid orders without a number, in the order of their ids. */
export async function findUnnumbered(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<Id<'organization'>[]> {
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    select organization_id from orders
     where ${isOfOneOf('organization_id', organizationIds)} and ${isUnnumbered}
     group by organization_id order by organization_id`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

const isUnnumbered = sql`paid_at is not null and invoice_number is null`

/** The organizations with orders, refunds or disputes without a number. */
export const documentsToNumber: DueList = {
  kind: 'orders.numberInvoices',
  leaseMilliseconds: 60_000,
  findNext: (db, organizationIds) => findWithout(db, isOfOneOf('organization_id', organizationIds)),
  findAll: (db) => findWithout(db, sql`true`),
}

async function findWithout(
  db: Kysely<Tables>,
  some: RawBuilder<unknown>,
): Promise<readonly DueInstant[]> {
  const { rows } = await sql<Pick<DueInstant, 'organizationId'>>`
    select organization_id from (
      select organization_id from orders where ${isUnnumbered} and ${some}
      union all
      select organization_id from refund where ${isUncredited('succeeded')} and ${some}
      union all
      select organization_id from dispute where ${isUncredited('lost')} and ${some}) as without
     group by organization_id`.execute(db)
  return rows.map(({ organizationId }) => ({ organizationId, dueAt: atOnce }))
}

export type NewInvoice = Insertable<InvoiceTable>

/**
 * Any number of documents, and their numbers on orders, refunds and disputes, in one round trip. On a
 * cluster one statement would send the documents to all nodes.
 */
export async function insertInvoices(
  tx: Transaction<Tables>,
  invoices: readonly NewInvoice[],
): Promise<void> {
  const given = givenOf(invoices)
  const organizationIds = organizationsOf(invoices)
  const isGiven = (alias: string, column: string) =>
    sql`${isOfOrganization({ alias, row: 'given', organizationIds })}
        and ${sql.ref(`${alias}.id`)} = ${sql.ref(`given.${column}`)}`
  const ofRefunds = invoices.some(({ refundId }) => (refundId ?? null) !== null)
  const ofDisputes = invoices.some(({ disputeId }) => (disputeId ?? null) !== null)
  await inOrder(tx, [
    () =>
      sql`
        insert into invoice (organization_id, id, position, series, number, kind, order_id,
                             corrects_id, refund_id, dispute_id, issued_at)
        select * from ${given}`.execute(tx),
    () =>
      ofRefunds
        ? sql`
            update refund r set credit_note_number = given.number
              from ${given} where ${isGiven('r', 'refund_id')}`.execute(tx)
        : null,
    () =>
      ofDisputes
        ? sql`
            update dispute q set credit_note_number = given.number
              from ${given} where ${isGiven('q', 'dispute_id')}`.execute(tx)
        : null,
    () =>
      sql`
        update orders o set invoice_number = given.number, is_invoice_generated = false
          from ${given}
         where ${isGiven('o', 'order_id')} and given.corrects_id is null`.execute(tx),
  ])
}

function givenOf(invoices: readonly NewInvoice[]): RawBuilder<unknown> {
  const rows = invoices.map((invoice) => ({
    organization_id: invoice.organizationId,
    id: invoice.id,
    position: invoice.position,
    series: invoice.series,
    number: invoice.number,
    kind: invoice.kind,
    order_id: invoice.orderId,
    corrects_id: invoice.correctsId ?? null,
    refund_id: invoice.refundId ?? null,
    dispute_id: invoice.disputeId ?? null,
    issued_at: invoice.issuedAt.toISOString(),
  }))
  return sql`jsonb_to_recordset(${jsonText(rows)}::jsonb) as given (
               organization_id uuid, id uuid, position bigint, series text, number text, kind text,
               order_id uuid, corrects_id uuid, refund_id uuid, dispute_id uuid,
               issued_at timestamptz)`
}
