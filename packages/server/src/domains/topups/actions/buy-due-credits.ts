import type { Id } from '@guildhall/contract/primitives'
import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findCustomersByIds, lockCustomerForShare } from '../../customers/store/customers.ts'
import { submitPayment } from '../../payments/actions/submit-payment.ts'
import type { PaymentMethodRow } from '../../payments/store/methods.ts'
import { isDue, stopReasonOf } from '../rules/top-up.ts'
import { findUses, listLowTopUps } from '../store/due-top-ups.ts'
import { lockTopUp, type TopUpKey, type TopUpRow } from '../store/top-ups.ts'
import { findCreditProduct } from './credit-products.ts'
import type { TopUpDeps } from './deps.ts'
import { methodOf, type Quote, quoteCredits } from './quote.ts'
import { settlePurchase } from './settle-purchase.ts'
import { type StartedPurchase, startPurchase } from './start-purchase.ts'
import { stopTopUp } from './stop-top-up.ts'

const atOnce = 8

/**
 * Buys credits for every top-up of these organizations whose balance is too low. A failing one holds
 * up no other.
 */
export async function buyDueCredits(
  deps: TopUpDeps,
  organizationIds: readonly Id<'organization'>[],
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  let behind: TopUpKey | null = null
  do {
    const page: Awaited<ReturnType<typeof listLowTopUps>> = await listLowTopUps(
      deps.uowFactory.database.kysely,
      { organizationIds, behind },
    )
    const due = await dueOf(deps.uowFactory.database.kysely, page.low, deps.clock.now())
    for (let at = 0; at < due.length && signal?.aborted !== true; at += atOnce) {
      const some = due.slice(at, at + atOnce)
      const ended = await Promise.allSettled(some.map((topUp) => buyFor(deps, topUp)))
      failures.push(...ended.flatMap((one) => (one.status === 'rejected' ? one.reason : [])))
    }
    behind = page.last
  } while (behind !== null && signal?.aborted !== true)
  const [first] = failures
  if (failures.length === 0) return
  throw new AggregateError(failures, `${failures.length} top-ups weren’t made: ${String(first)}`)
}

async function buyFor(deps: TopUpDeps, topUp: TopUpRow): Promise<void> {
  const { organizationId } = topUp
  const prepared = await prepare(deps, topUp)
  const started = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    start(uow, deps, { topUp, prepared }),
  ).catch(overtakenAsNull)
  if (started === null) return
  await submitPayment(deps, started)
  await settlePurchase(deps, started)
}

interface Prepared {
  /** Null where it isn’t what the customer agreed to. */
  readonly offer: { readonly quote: Quote; readonly method: PaymentMethodRow } | null
  readonly stopReason: TopUpStopReason | null
}

/** Outside of any transaction, because the tax may come from another server. */
async function prepare(deps: TopUpDeps, topUp: TopUpRow): Promise<Prepared> {
  const { organizationId, customerId, productId, meterId } = topUp
  const { reads: db } = deps.uowFactory.database
  const product = await findCreditProduct(deps, {
    organizationId,
    productId,
    meterIds: new Set([meterId]),
  })
  const [customer] = await findCustomersByIds(db, organizationId, [customerId])
  assert(customer !== undefined, 'customers keep their rows')
  const quote = product && (await quoteCredits(deps, customer, product))
  const method = await methodOf(db, customer)
  const stopReason = stopReasonOf({
    isOffered: product !== null,
    hasPaymentMethod: method !== null,
    total: quote && { amount: quote.totalAmount, currency: quote.currency },
    agreed: { amount: topUp.totalAmountMax, currency: topUp.currency },
  })
  const offer = stopReason === null && quote !== null && method !== null ? { quote, method } : null
  return { offer, stopReason }
}

interface ToStart {
  /** As it was when the purchase was prepared. */
  readonly topUp: TopUpRow
  readonly prepared: Prepared
}

/** Nothing where it has changed meanwhile: the next sweep prepares it again. */
async function start(
  uow: UnitOfWork,
  deps: TopUpDeps,
  { topUp, prepared: { offer, stopReason } }: ToStart,
): Promise<StartedPurchase | null> {
  const { tx, now } = uow
  const { organizationId, customerId: id } = topUp
  await lockCustomerForShare(tx, { organizationId, id })
  const locked = await lockTopUp(tx, topUp)
  if (locked?.version !== topUp.version || locked.id !== topUp.id) return null
  if ((await dueOf(tx, [locked], now)).length === 0) return null
  if (stopReason !== null) {
    await stopTopUp(uow, locked, { reason: stopReason })
    return null
  }
  assert(offer !== null, 'what the customer agreed to is bought')
  const started = await startPurchase(uow, deps, {
    ...offer,
    meterId: locked.meterId,
    consentedAt: locked.consentedAt,
    returnUrl: null,
  })
  if (started === null) throw overtaken
  return started
}

async function dueOf(
  db: Kysely<Tables>,
  topUps: readonly TopUpRow[],
  now: Date,
): Promise<readonly TopUpRow[]> {
  const uses = new Map((await findUses(db, topUps, now)).map((use) => [use.topUpId, use]))
  return topUps.filter(({ id, threshold, purchasesMax }) => {
    const use = uses.get(id)
    if (use === undefined) return false
    const balance = decimal(use.balance)
    return isDue({ ...use, balance, threshold: decimal(threshold), purchasesMax })
  })
}

/** The customer buys credits of the meter themselves. */
const overtaken = Symbol('another purchase is under way')

function overtakenAsNull(error: unknown): null {
  if (error === overtaken) return null
  throw error
}
