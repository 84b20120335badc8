import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  runUnitOfWork,
  type UnitOfWork,
  type UnitOfWorkFactory,
} from '../../../platform/unit-of-work.ts'
import { invoiceNumber } from '../rules/invoice.ts'
import {
  findUnnumbered,
  hasUnnumbered,
  type InvoiceCounter,
  insertInvoices,
  type LockedCounter,
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
 * Assigns numbers to all paid orders of an organization, in the order of payment. Concurrent calls
 * wait, and find nothing left. A number and its counter are committed together, so there is no gap.
 */
export async function numberInvoices(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<void> {
  if (!(await hasUnnumbered(uowFactory.database.reads, organizationId))) return
  while ((await numberSome(uowFactory, organizationId)) === batchMax);
}

interface Locked {
  readonly counter?: InvoiceCounter
  readonly orders?: readonly OrderKey[]
}

/** The time is read under the locks, so that later numbers are never issued earlier. */
async function numberSome(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<number> {
  let locked: Locked = {}
  const enter = async (tx: Transaction<Tables>) => {
    const [counter, orders, now] = await Promise.all([
      lockCounter(tx, organizationId),
      lockUnnumbered(tx, organizationId, batchMax),
      organizationTime(tx, organizationId, uowFactory.clock),
    ])
    locked = { counter, orders }
    return now
  }
  return runUnitOfWork(uowFactory, { organizationId, enter }, async (uow) => {
    const { counter, orders } = locked
    assert(counter !== undefined && orders !== undefined, 'the unit of work was entered')
    await assignNumbers(uow, counter, orders.map(invoiceFor))
    return orders.length
  })
}

const sellersMax = 100
const eachMax = 20

/**
 * The same for all organizations: many in one transaction, each under its own counter. An
 * organization with many orders, a held counter or no counter yet is processed on its own.
 */
export async function numberAllInvoices(
  uowFactory: UnitOfWorkFactory,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  let after: Id<'organization'> | null = null
  while (!signal.aborted) {
    const sellers: Id<'organization'>[] = await findUnnumbered(uowFactory.database.reads, {
      after,
      max: sellersMax,
    })
    for (const seller of await numberTogether(uowFactory, sellers, failures)) {
      await numberInvoices(uowFactory, seller).catch((error: unknown) => failures.push(error))
    }
    after = sellers.at(-1) ?? null
    if (sellers.length < sellersMax) break
  }
  const [first] = failures
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} failures while numbering invoices: ${String(first)}`,
    )
  }
}

/** Returns the organizations that may have unnumbered orders left. */
async function numberTogether(
  uowFactory: UnitOfWorkFactory,
  sellers: readonly Id<'organization'>[],
  failures: unknown[],
): Promise<readonly Id<'organization'>[]> {
  if (sellers.length < 2) return sellers
  let counters: readonly LockedCounter[] = []
  const enter = async (tx: Transaction<Tables>) => {
    counters = await lockFreeCounters(tx, sellers)
    return null
  }
  try {
    const done = await runUnitOfWork(uowFactory, { enter }, (uow) => numberLocked(uow, counters))
    return sellers.filter((seller) => !done.has(seller))
  } catch (error) {
    failures.push(error)
    return sellers
  }
}

/** Returns the organizations that are done. */
async function numberLocked(
  uow: UnitOfWork,
  counters: readonly LockedCounter[],
): Promise<ReadonlySet<Id<'organization'>>> {
  const held = counters.map(({ organizationId }) => organizationId)
  const found = await lockUnnumberedOf(uow.tx, held, eachMax)
  const assignments = counters.map((counter) => ({
    counter: { ...counter, issuedAt: counter.frozenAt ?? uow.now },
    requests: found
      .filter(({ organizationId }) => organizationId === counter.organizationId)
      .map(invoiceFor),
  }))
  await assignAll(uow, assignments)
  const done = assignments.filter(({ requests }) => requests.length < eachMax)
  return new Set(done.map(({ counter: { organizationId } }) => organizationId))
}

interface NumberRequest {
  readonly order: OrderKey
  readonly kind: 'invoice' | 'credit_note'
  readonly correctsId: Id<'invoice'> | null
}

export const invoiceFor = ({ organizationId, id }: OrderKey): NumberRequest => ({
  order: { organizationId, id },
  kind: 'invoice',
  correctsId: null,
})

/** For one organization, whose counter the caller has locked. */
export async function assignNumbers(
  uow: UnitOfWork,
  counter: InvoiceCounter,
  requests: readonly NumberRequest[],
): Promise<void> {
  await assignAll(uow, [{ counter: { ...counter, issuedAt: uow.now }, requests }])
}

interface Assignment {
  readonly counter: InvoiceCounter & { readonly issuedAt: Date }
  readonly requests: readonly NumberRequest[]
}

async function assignAll(uow: UnitOfWork, assignments: readonly Assignment[]): Promise<void> {
  const needed = assignments.filter(({ requests }) => requests.length > 0)
  if (needed.length === 0) return
  await Promise.all([
    insertInvoices(
      uow.tx,
      needed.flatMap((assignment) => numbered(uow, assignment)),
    ),
    saveCounters(
      uow.tx,
      needed.map(({ counter: { organizationId, lastPosition }, requests }) => ({
        organizationId,
        lastPosition: lastPosition + requests.length,
      })),
    ),
  ])
}

const numbered = (
  uow: UnitOfWork,
  { counter: { organizationId, lastPosition: last, slug, issuedAt }, requests }: Assignment,
): NewInvoice[] =>
  requests.map(({ order, kind, correctsId }, at) => ({
    organizationId,
    id: uow.newId('invoice'),
    position: last + at + 1,
    number: invoiceNumber(slug, last + at + 1),
    kind,
    orderId: order.id,
    correctsId,
    issuedAt,
  }))
