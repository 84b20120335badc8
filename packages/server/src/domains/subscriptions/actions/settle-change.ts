import { id as idShape } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { isRefused, Problem } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { findPayments, refundPayment } from '../../payments/index.ts'
import type { TaxDue } from '../../tax/index.ts'
import { amountsOf } from '../rules/amounts.ts'
import { planWish, type WishPlan } from '../rules/plan-wish.ts'
import {
  findPaidChange,
  type PaidChangeKey,
  type PaidChangeRow,
  takePaidChange,
} from '../store/paid-changes.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { type Gathered, gather, lockDecided, priceOrder } from './change-decision.ts'
import { taxWithoutAsking } from './order-tax.ts'
import type { SubscriptionParts } from './parts.ts'
import { savePlans } from './save-plans.ts'
import { type PaidWish, readPaidWish } from './stored-wish.ts'

/** Opens a unit of work: a job’s own, or that of whoever asked for the change and waits for it. */
export type Opening = <T>(task: (unit: Work) => Promise<T>) => Promise<T>

export interface Settling {
  readonly open: Opening
  /** In the same transaction, with the subscription as it is then. */
  readonly finish: (unit: Work, row: SubscriptionRow) => Promise<void>
}

const attemptsMax = 5

/**
 * The money of a change has come: it happens now. Where the subscription was changed meanwhile it is
 * decided again, and what was paid counts for what it comes to now; where it can’t happen any more
 * the money goes back. Twice is once: answers whether it was this call that did it.
 */
export async function settleChange(
  parts: SubscriptionParts,
  key: PaidChangeKey,
  { open, finish }: Settling,
): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const change = await findPaidChange(parts.workshop.database.kysely, key)
    if (change === undefined) return false
    const decided = await decideAgain(parts, change)
    if (decided === null) {
      await giveBack(parts, key)
      return false
    }
    const done = await open((unit) => carryOut(unit, parts, { key, decided, finish }))
    if (done !== 'overtaken') return done === 'done'
  }
  throw new Problem('conflicting_change')
}

interface DecidedAgain extends Gathered {
  readonly plan: WishPlan
  readonly tax: TaxDue
}

/** Null where it can’t happen any more, or comes to nothing that was to be paid. */
async function decideAgain(
  parts: SubscriptionParts,
  change: PaidChangeRow,
): Promise<DecidedAgain | null> {
  const { organizationId, subscriptionId: id } = change
  const gathered = await gather(parts, { organizationId, id })
  const paid = readPaidWish(change.wish)
  const isAsDecided = gathered.row.version === change.version
  const at = isAsDecided ? change.decidedAt : gathered.now
  const plan = planWish(gathered.facts, paid.wish, at)
  if (isRefused(plan) || plan.order === null) return null
  return { ...gathered, plan, tax: await taxOf(parts, { gathered, plan, paid }) }
}

interface ToTax {
  readonly gathered: Gathered
  readonly plan: WishPlan
  readonly paid: PaidWish
}

/** What was worked out before holds as long as it is of the same amount. */
async function taxOf(parts: SubscriptionParts, { gathered, plan, paid }: ToTax): Promise<TaxDue> {
  assert(plan.order !== null, 'what was paid has an order')
  if (amountsOf(plan.order).netAmount === paid.netAmount) return paid.tax
  return taxWithoutAsking((await priceOrder(parts, gathered, plan.order)).answer)
}

interface ToCarryOut {
  readonly key: PaidChangeKey
  readonly decided: DecidedAgain
  readonly finish: Settling['finish']
}

async function carryOut(
  unit: Work,
  parts: SubscriptionParts,
  { key, decided, finish }: ToCarryOut,
): Promise<'done' | 'done before' | 'overtaken'> {
  const row = await lockDecided(unit, decided.row)
  if (row === undefined) return 'overtaken'
  if (!(await takePaidChange(unit.tx, key))) return 'done before'
  const { facts: before, plan, tax } = decided
  const { paymentId } = key
  const saved = await savePlans(unit, parts, [{ row, before, plan, tax, paymentId }])
  const done = saved.get(row.id)
  assert(done !== undefined, 'what is locked is saved')
  await finish(unit, done.row)
  return 'done'
}

/** Whole and once: the payment’s id is the key at the processor. */
async function giveBack(parts: SubscriptionParts, key: PaidChangeKey): Promise<void> {
  const { organizationId, paymentId } = key
  const [payment] = await findPayments(parts.workshop.database.kysely, organizationId, [paymentId])
  assert(payment !== undefined, 'a payment stays')
  const refund = await refundPayment(parts, {
    ...key,
    refundId: z.parse(idShape('refund'), paymentId),
    amount: payment.amount,
    reason: 'other',
  })
  assert(refund.processorId !== null, 'the processor has heard of it, or it is tried again')
  await giveUpChange(parts, key)
}

/** Nothing has happened, and nothing will: it is as if nobody had asked. */
export const giveUpChange = (parts: SubscriptionParts, key: PaidChangeKey): Promise<boolean> =>
  work(parts.workshop, { organizationId: key.organizationId }, ({ tx }) => takePaidChange(tx, key))
