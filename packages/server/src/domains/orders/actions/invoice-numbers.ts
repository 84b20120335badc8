import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Work, type Workshop, work } from '../../../platform/work.ts'
import { invoiceNumber } from '../rules/invoice-number.ts'
import {
  findUnnumbered,
  type HeldCounter,
  hasUnnumbered,
  type InvoiceCounter,
  insertInvoices,
  lockCounter,
  lockFreeCounters,
  lockUnnumbered,
  lockUnnumberedOf,
  type NewInvoice,
  saveCounters,
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

const sellersMax = 100
const eachMax = 20

/**
 * The same wherever something was paid: many organizations in one transaction, each under its own
 * counter. Who has more than a few, or whose counter is held, or was never used, comes by itself.
 */
export async function numberAllInvoices(workshop: Workshop, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  let after: Id<'organization'> | null = null
  while (!signal.aborted) {
    const sellers: Id<'organization'>[] = await findUnnumbered(workshop.database.reads, {
      after,
      max: sellersMax,
    })
    for (const seller of await numberTogether(workshop, sellers, failures)) {
      await numberInvoices(workshop, seller).catch((error: unknown) => failures.push(error))
    }
    after = sellers.at(-1) ?? null
    if (sellers.length < sellersMax) break
  }
  const [first] = failures
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `numbers were given with ${failures.length} faults: ${String(first)}`,
    )
  }
}

/** Answers those of whom something may be left. */
async function numberTogether(
  workshop: Workshop,
  sellers: readonly Id<'organization'>[],
  failures: unknown[],
): Promise<readonly Id<'organization'>[]> {
  if (sellers.length < 2) return sellers
  let counters: readonly HeldCounter[] = []
  const enter = async (tx: Transaction<Tables>) => {
    counters = await lockFreeCounters(tx, sellers)
    return null
  }
  try {
    const done = await work(workshop, { enter }, (unit) => numberHeld(unit, counters))
    return sellers.filter((seller) => !done.has(seller))
  } catch (error) {
    failures.push(error)
    return sellers
  }
}

/** Answers who has all their numbers now. */
async function numberHeld(
  unit: Work,
  counters: readonly HeldCounter[],
): Promise<ReadonlySet<Id<'organization'>>> {
  const held = counters.map(({ organizationId }) => organizationId)
  const found = await lockUnnumberedOf(unit.tx, held, eachMax)
  const given = counters.map((counter) => ({
    counter: { ...counter, issuedAt: counter.frozenAt ?? unit.now },
    wanted: found
      .filter(({ organizationId }) => organizationId === counter.organizationId)
      .map(invoiceFor),
  }))
  await giveAll(unit, given)
  const isDone = given.filter(({ wanted }) => wanted.length < eachMax)
  return new Set(isDone.map(({ counter: { organizationId } }) => organizationId))
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
  counter: InvoiceCounter,
  wanted: readonly NumberWanted[],
): Promise<void> {
  await giveAll(unit, [{ counter: { ...counter, issuedAt: unit.now }, wanted }])
}

interface Giving {
  readonly counter: InvoiceCounter & { readonly issuedAt: Date }
  readonly wanted: readonly NumberWanted[]
}

async function giveAll(unit: Work, givings: readonly Giving[]): Promise<void> {
  const given = givings.filter(({ wanted }) => wanted.length > 0)
  if (given.length === 0) return
  await Promise.all([
    insertInvoices(
      unit.tx,
      given.flatMap((giving) => numbered(unit, giving)),
    ),
    saveCounters(
      unit.tx,
      given.map(({ counter: { organizationId, lastPosition }, wanted }) => ({
        organizationId,
        lastPosition: lastPosition + wanted.length,
      })),
    ),
  ])
}

const numbered = (
  unit: Work,
  { counter: { organizationId, lastPosition: last, slug, issuedAt }, wanted }: Giving,
): NewInvoice[] =>
  wanted.map(({ order, kind, correctsId }, at) => ({
    organizationId,
    id: unit.newId('invoice'),
    position: last + at + 1,
    number: invoiceNumber(slug, last + at + 1),
    kind,
    orderId: order.id,
    correctsId,
    issuedAt,
  }))
