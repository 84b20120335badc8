import type { Id } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { cancelPayment, carryOutPayment, findPayments } from '../../payments/index.ts'
import { isPaidFirst } from '../rules/plan-wish.ts'
import {
  findSubscription,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import {
  type Decided,
  decideChange,
  lockDecided,
  type Priced,
  priceOrder,
} from './change-decision.ts'
import { beginCollectingPlaced, collectPlaced } from './collect-placed.ts'
import { taxWithoutAsking } from './order-tax.ts'
import type { SubscriptionParts } from './parts.ts'
import { beginPaidChange } from './pay-change.ts'
import { savePlans } from './save-plans.ts'
import { giveUpChange, type Opening, settleChange } from './settle-change.ts'

export interface Changing {
  readonly key: SubscriptionKey
  readonly change: SubscriptionChange
  /** Opens a unit of work of whoever asks. */
  readonly open: Opening
  /** In the last transaction, with the subscription as it is then. */
  readonly finish: (unit: Work, row: SubscriptionRow) => Promise<void>
  /** In the transaction that begins a payment: what a repetition needs to know. */
  readonly note: (unit: Work, paymentId: Id<'payment'>) => Promise<void>
  /** The payment of an earlier run that didn’t come to its end. */
  readonly begun: Id<'payment'> | null
}

const attemptsMax = 5

/**
 * Changes a subscription as somebody wants it. What is to be paid at once is paid before anything
 * changes; nothing is locked while the tax or the processor is asked. Who was overtaken decides
 * again.
 */
export async function changeSubscription(
  parts: SubscriptionParts,
  changing: Changing,
): Promise<void> {
  if (changing.begun !== null) return pay(parts, changing, changing.begun)
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const decided = await decideChange(parts, changing.key, changing.change)
    const { order } = decided.plan
    const priced = order === null ? null : await priceOrder(parts, decided, order)
    const begun = await begin(parts, changing, { decided, priced }).catch(overtaken)
    if (begun === 'overtaken') continue
    if (begun.kind === 'to_pay') return pay(parts, changing, begun.paymentId)
    const { collecting } = begun
    if (collecting === null) return
    return collectPlaced(parts, changing.key.organizationId, collecting)
  }
  throw new Problem('conflicting_change')
}

interface PricedChange {
  readonly decided: Decided
  readonly priced: Priced | null
}

type Begun =
  /** It happened, and what was billed with it is to be collected. */
  | { readonly kind: 'changed'; readonly collecting: Id<'payment'> | null }
  | { readonly kind: 'to_pay'; readonly paymentId: Id<'payment'> }

/** Everything else is undone and told. */
function overtaken(error: unknown): 'overtaken' {
  if (error instanceof Problem && error.code === 'conflicting_change') return 'overtaken'
  throw error
}

const begin = (
  parts: SubscriptionParts,
  { open, note, finish }: Changing,
  { decided, priced }: PricedChange,
): Promise<Begun> =>
  open(async (unit) => {
    if (priced !== null && priced.due.dueAmount > 0 && isPaidFirst(decided.wish)) {
      const paymentId = await beginPaidChange(unit, parts, { decided, priced })
      await note(unit, paymentId)
      return { kind: 'to_pay', paymentId }
    }
    const { row, collecting } = await save(unit, parts, { decided, priced })
    await finish(unit, row)
    return { kind: 'changed', collecting }
  })

interface Saved {
  readonly row: SubscriptionRow
  readonly collecting: Id<'payment'> | null
}

async function save(
  unit: Work,
  parts: SubscriptionParts,
  { decided, priced }: PricedChange,
): Promise<Saved> {
  const row = await lockDecided(unit, decided.row)
  if (row === undefined) throw new Problem('conflicting_change')
  const { facts: before, plan, customer } = decided
  if (plan.transitions.length === 0) return { row, collecting: null }
  const tax = priced === null ? null : taxWithoutAsking(priced.answer)
  const saved = await savePlans(unit, parts, [{ row, before, plan, tax }])
  const done = saved.get(row.id)
  assert(done !== undefined, 'what is locked is saved')
  const { name: productName } = plan.after.product
  const placed = { ...done, customer, productName }
  return { row: done.row, collecting: await beginCollectingPlaced(unit, parts, placed) }
}

/** Outside of any transaction. A crash at any moment leaves what the job goes on with. */
async function pay(
  parts: SubscriptionParts,
  { key, open, finish }: Changing,
  paymentId: Id<'payment'>,
): Promise<void> {
  const { organizationId } = key
  const paidBy = { organizationId, paymentId }
  const asked = await carryOutPayment(parts, paidBy)
  // Nobody is there who could answer the bank.
  const outcome = asked.status === 'needs_action' ? await cancelPayment(parts, paidBy) : asked
  if (outcome.status === 'failed') {
    await giveUpChange(parts, paidBy)
    throw new Problem('subscription_payment_failed', { message: outcome.message })
  }
  if (outcome.status !== 'succeeded') throw new Problem('subscription_change_under_way')
  if (await settleChange(parts, paidBy, { open, finish })) return
  await finishDone(parts, { key, open, finish }, paymentId)
}

/** Somebody else has carried it out meanwhile, or the money has gone back. */
async function finishDone(
  { workshop }: SubscriptionParts,
  { key, open, finish }: Pick<Changing, 'key' | 'open' | 'finish'>,
  paymentId: Id<'payment'>,
): Promise<void> {
  const { kysely } = workshop.database
  const [payment] = await findPayments(kysely, key.organizationId, [paymentId])
  if (payment?.orderId == null) throw new Problem('conflicting_change')
  const row = await findSubscription(kysely, key)
  assert(row !== undefined, 'a subscription stays')
  await open((unit) => finish(unit, row))
}
