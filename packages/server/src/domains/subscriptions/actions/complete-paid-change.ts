import { assert } from '../../../kernel/assert.ts'
import { add } from '../../../kernel/money.ts'
import { isRefused, Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isPaidInFull } from '../../orders/actions/read-customer-balances.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import { orderAmounts, orderTax, taxableAmount } from '../rules/amounts.ts'
import { type ChangeDecision, decideChange } from '../rules/change.ts'
import {
  type AwaitingChangeKey,
  type AwaitingChangeRow,
  findAwaitingChange,
  takeAwaitingChange,
} from '../store/changes-awaiting-payment.ts'
import { type PaidChange, readPaidChange } from '../store/stored-changes.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { taxOrNone } from './order-tax.ts'
import {
  lockUnchanged,
  overtaken,
  priceOrder,
  readSnapshot,
  type Snapshot,
} from './prepare-change.ts'
import { refundChange } from './refund-change.ts'
import { saveDecisions } from './save-decisions.ts'

/** Runs a unit of work for a job, or for the caller who waits for the change. */
export type UnitOfWorkRunner = <T>(task: (uow: UnitOfWork) => Promise<T>) => Promise<T>

interface Completion {
  readonly run: UnitOfWorkRunner
  /** Runs in the same transaction, with the subscription as it is then. */
  readonly finish: (uow: UnitOfWork, row: SubscriptionRow) => Promise<void>
}

const attemptsMax = 5

/**
 * The payment of a change succeeded, so the change happens now. If the subscription changed
 * meanwhile, it is decided again and the paid amount counts towards the new one; if the change is
 * no longer possible, or costs more than was paid for it, the payment is refunded. True for one call
 * only, however many try.
 */
export async function completePaidChange(
  deps: SubscriptionDeps,
  key: AwaitingChangeKey,
  { run, finish }: Completion,
): Promise<boolean> {
  const { organizationId } = key
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const change = await findAwaitingChange(deps.uowFactory.database.kysely, key)
    if (change === undefined) return false
    const snapshot = await readSnapshot(deps, { organizationId, id: change.subscriptionId })
    const decided = await decideAgain(deps, change, snapshot)
    const outcome =
      decided === null
        ? 'impossible'
        : await run((uow) => complete(uow, deps, { key, decided, finish })).catch(overtaken)
    if (outcome === 'impossible') await refundChange(deps, change, snapshot)
    if (outcome !== 'overtaken') return outcome === 'completed'
  }
  throw new Problem('conflicting_change')
}

interface DecidedAgain extends Snapshot {
  readonly decision: ChangeDecision
  readonly tax: TaxDue
}

/** Null if the change is no longer possible, or no longer costs anything. */
async function decideAgain(
  deps: SubscriptionDeps,
  change: AwaitingChangeRow,
  snapshot: Snapshot,
): Promise<DecidedAgain | null> {
  const paid = readPaidChange(change.request)
  const isUnchanged = snapshot.row.version === change.version
  const at = isUnchanged ? change.decidedAt : snapshot.now
  const decision = decideChange(snapshot.facts, paid.change, at)
  if (isRefused(decision) || decision.order === null) return null
  const tax = await taxFor(deps, { snapshot, decision, paid, isUnchanged })
  return { ...snapshot, decision, tax }
}

interface ToTax {
  readonly snapshot: Snapshot
  readonly decision: ChangeDecision
  readonly paid: PaidChange
  /** The subscription is as it was when the payment started, with its billing details. */
  readonly isUnchanged: boolean
}

/** The earlier tax holds as long as it is on the same amount, and of the same buyer. */
async function taxFor(
  deps: SubscriptionDeps,
  { snapshot, decision, paid, isUnchanged }: ToTax,
): Promise<TaxDue> {
  assert(decision.order !== null, 'a paid change has an order')
  const isSameAmount = taxableAmount(decision.order) === paid.taxableAmount
  if (isUnchanged && isSameAmount) return paid.tax
  return taxOrNone((await priceOrder(deps, snapshot, decision.order)).taxAnswer)
}

interface ToComplete {
  readonly key: AwaitingChangeKey
  readonly decided: DecidedAgain
  readonly finish: Completion['finish']
}

async function complete(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { key, decided, finish }: ToComplete,
): Promise<'completed' | 'completed_before' | 'impossible' | 'overtaken'> {
  const row = await lockUnchanged(uow, decided.row)
  if (row === undefined) return 'overtaken'
  if (!(await isPaid(uow, key, decided))) return 'impossible'
  if (!(await takeAwaitingChange(uow.tx, key))) return 'completed_before'
  const { facts: before, decision, tax } = decided
  const { paymentId } = key
  const all = await saveDecisions(uow, deps, [{ row, before, decision, tax, paymentId }])
  const saved = all.get(row.id)
  assert(saved !== undefined, 'a locked subscription is saved')
  await finish(uow, saved.row)
  return 'completed'
}

/** The change may cost more by now, or the credit that was to pay a part of it may be spent. */
async function isPaid(
  { tx }: UnitOfWork,
  { organizationId, paymentId }: AwaitingChangeKey,
  { row, decision: { order }, tax }: DecidedAgain,
): Promise<boolean> {
  const [payment] = await findPayments(tx, organizationId, [paymentId])
  assert(payment !== undefined && order !== null, 'a paid change has a payment and an order')
  return isPaidInFull(tx, {
    ...row,
    subscriptionId: row.id,
    totalAmount: add(orderAmounts(order).netAmount, orderTax(order, tax.amount)),
    chargedAmount: payment.amount,
  })
}

/** Forgets a change that will not happen. */
export const abandonChange = (deps: SubscriptionDeps, key: AwaitingChangeKey): Promise<boolean> =>
  runUnitOfWork(deps.uowFactory, { organizationId: key.organizationId }, ({ tx }) =>
    takeAwaitingChange(tx, key),
  )
