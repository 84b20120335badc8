import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Work, type Workshop, work } from '../../../platform/work.ts'
import { invoiceNumber } from '../rules/invoice-number.ts'
import {
  hasUnnumbered,
  type InvoiceCounter,
  insertInvoices,
  lockCounter,
  lockUnnumbered,
  saveCounter,
} from '../store/invoice-numbers.ts'
import type { OrderKey } from '../store/orders.ts'

const batchMax = 500

/**
 * Gives all paid orders of an organization their numbers, in the order of their payment. Whoever
 * else does so meanwhile waits, and finds nothing left. A number and its counter are committed
 * together or not at all, which is why there is never a gap.
 */
export async function numberInvoices(
  workshop: Workshop,
  organizationId: Id<'organization'>,
): Promise<void> {
  if (!(await hasUnnumbered(workshop.database.reads, organizationId))) return
  while ((await numberSome(workshop, organizationId)) === batchMax);
}

interface Locked {
  readonly counter?: InvoiceCounter
  readonly orders?: readonly OrderKey[]
}

/** The instant is asked behind the locks: later numbers are never issued earlier. */
async function numberSome(workshop: Workshop, organizationId: Id<'organization'>): Promise<number> {
  let locked: Locked = {}
  const enter = async (tx: Transaction<Tables>) => {
    const [counter, orders, now] = await Promise.all([
      lockCounter(tx, organizationId),
      lockUnnumbered(tx, organizationId, batchMax),
      organizationTime(tx, organizationId, workshop.clock),
    ])
    locked = { counter, orders }
    return now
  }
  return work(workshop, { organizationId, enter }, async (unit) => {
    const { counter, orders } = locked
    assert(counter !== undefined && orders !== undefined, 'the unit was entered')
    await giveNumbers(unit, counter, orders.map(invoiceFor))
    return orders.length
  })
}

interface NumberWanted {
  readonly order: OrderKey
  readonly kind: 'invoice' | 'credit_note'
  readonly correctsId: Id<'invoice'> | null
}

export const invoiceFor = ({ organizationId, id }: OrderKey): NumberWanted => ({
  order: { organizationId, id },
  kind: 'invoice',
  correctsId: null,
})

/** After the last that was given, whose counter is locked. All are of one organization. */
export async function giveNumbers(
  unit: Work,
  { lastPosition: last, slug }: InvoiceCounter,
  wanted: readonly NumberWanted[],
): Promise<void> {
  const [first] = wanted
  if (first === undefined) return
  const { organizationId } = first.order
  const invoices = wanted.map(({ order, kind, correctsId }, at) => ({
    organizationId,
    id: unit.newId('invoice'),
    position: last + at + 1,
    number: invoiceNumber(slug, last + at + 1),
    kind,
    orderId: order.id,
    correctsId,
    issuedAt: unit.now,
  }))
  await Promise.all([
    insertInvoices(unit.tx, invoices),
    saveCounter(unit.tx, organizationId, last + invoices.length),
  ])
}
