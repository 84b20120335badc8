import { paymentId as paymentIdShape } from '@guildhall/contract/payments/shapes'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { cancelPayment, submitPayment } from '../../payments/actions/submit-payment.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import {
  findSubscription,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { billLateUsage } from './bill-late-usage.ts'
import { chargeNow, startCollectingOrder } from './collect-orders.ts'
import { abandonChange, completePaidChange, type UnitOfWorkRunner } from './complete-paid-change.ts'
import type { SubscriptionDeps } from './deps.ts'
import { taxOrNone } from './order-tax.ts'
import {
  isChargedFirst,
  lockUnchanged,
  overtaken,
  type PreparedChange,
  type PricedOrder,
  prepareChange,
  priceOrder,
} from './prepare-change.ts'
import type { ChangeInput } from './read-change-request.ts'
import { wasRefunded } from './refund-change.ts'
import { requireBillingAddress } from './require-billing-address.ts'
import { saveDecisions } from './save-decisions.ts'
import { startChangePayment } from './start-change-payment.ts'

/** An API call that changes a subscription. */
interface ChangeCall<Shown> {
  readonly recoveryPoint: JsonValue
  note(uow: UnitOfWork, recoveryPoint: JsonValue): Promise<void>
  finish(uow: UnitOfWork, shown: Shown): Promise<Shown>
}

interface CalledChange<Shown>
  extends Pick<RequestedChange, 'key' | 'change' | 'needsAddress' | 'run'> {
  /** The subscription as the caller may see it. */
  readonly show: (uow: UnitOfWork, row: SubscriptionRow) => Promise<Shown>
}

const recovered = z.nullable(z.object({ paymentId: paymentIdShape }))

/** A call that is repeated after a crash continues with the payment that it recorded. */
export async function handleChangeCall<Shown>(
  deps: SubscriptionDeps,
  call: ChangeCall<Shown>,
  { show, ...requested }: CalledChange<Shown>,
): Promise<Shown> {
  const answers: Shown[] = []
  await changeSubscription(deps, {
    ...requested,
    startedPaymentId: z.parse(recovered, call.recoveryPoint)?.paymentId ?? null,
    savePaymentId: (uow, paymentId) => call.note(uow, { paymentId }),
    finish: async (uow, row) => {
      answers.push(await call.finish(uow, await show(uow, row)))
    },
  })
  const answer = answers.at(-1)
  assert(answer !== undefined, 'a change that succeeds is answered')
  return answer
}

export interface RequestedChange {
  readonly key: SubscriptionKey
  readonly change: ChangeInput
  /** Customers can add an address that is missing; a seller’s change goes without. */
  readonly needsAddress?: boolean
  /** Whether the customer can confirm the payment. By default nobody can. */
  readonly isOnSession?: boolean
  /** What the caller was shown as due now: more is refused. */
  readonly dueMax?: MinorUnits
  readonly run: UnitOfWorkRunner
  /** Runs in the last transaction, with the subscription as it is then. */
  readonly finish: (uow: UnitOfWork, row: SubscriptionRow) => Promise<void>
  /** Runs in the transaction that starts a payment: what a repeated call needs to continue. */
  readonly savePaymentId: (uow: UnitOfWork, paymentId: Id<'payment'>) => Promise<void>
  /** The payment of an earlier run of the same call that did not finish. */
  readonly startedPaymentId: Id<'payment'> | null
}

const attemptsMax = 5

/** What must be paid immediately is paid before anything changes. */
export async function changeSubscription(
  deps: SubscriptionDeps,
  requested: RequestedChange,
): Promise<void> {
  const paymentId = requested.startedPaymentId ?? (await startChange(deps, requested))
  if (paymentId !== null) await pay(deps, requested, paymentId)
}

/**
 * Changes the subscription, or starts the payment that must succeed first and returns it. Nothing
 * is locked while tax or processor answer. If the subscription changed meanwhile, this decides
 * again.
 */
export async function startChange(
  deps: SubscriptionDeps,
  requested: RequestedChange,
): Promise<Id<'payment'> | null> {
  const { key, change, needsAddress = false } = requested
  await billLateUsage(deps, { organizationId: key.organizationId, ids: [key.id] })
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const prepared = await prepareChange(deps, key, change)
    if (needsAddress) await requireBillingAddress(deps, prepared)
    const { order } = prepared.decision
    const priced = order === null ? null : await priceOrder(deps, prepared, order)
    requireQuoted(requested, prepared, priced)
    const started = await start(deps, requested, { prepared, priced }).catch(overtaken)
    if (started === 'overtaken') continue
    if (started.kind === 'to_pay') return started.paymentId
    const { collecting } = started
    if (collecting !== null) await chargeNow(deps, key.organizationId, collecting)
    return null
  }
  throw new Problem('conflicting_change')
}

function requireQuoted(
  { dueMax }: RequestedChange,
  { row: { currency } }: PreparedChange,
  priced: PricedOrder | null,
): void {
  if (priced === null || dueMax === undefined || priced.due.dueAmount <= dueMax) return
  const amount = moneyText({ amount: priced.due.dueAmount, currency })
  throw new Problem('subscription_quote_outdated', { amount })
}

interface PricedChange {
  readonly prepared: PreparedChange
  readonly priced: PricedOrder | null
}

type Started =
  /** The change is saved; the payment of its order, if any, is still to be carried out. */
  | { readonly kind: 'changed'; readonly collecting: Id<'payment'> | null }
  | { readonly kind: 'to_pay'; readonly paymentId: Id<'payment'> }

const start = (
  deps: SubscriptionDeps,
  { run, savePaymentId, finish, isOnSession = false }: RequestedChange,
  { prepared, priced }: PricedChange,
): Promise<Started> =>
  run(async (uow) => {
    if (isChargedFirst(prepared, priced)) {
      const paymentId = await startChangePayment(uow, deps, { prepared, priced, isOnSession })
      await savePaymentId(uow, paymentId)
      return { kind: 'to_pay', paymentId }
    }
    const { row, collecting } = await save(uow, deps, { prepared, priced })
    await finish(uow, row)
    return { kind: 'changed', collecting }
  })

interface Saved {
  readonly row: SubscriptionRow
  readonly collecting: Id<'payment'> | null
}

async function save(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { prepared, priced }: PricedChange,
): Promise<Saved> {
  const row = await lockUnchanged(uow, prepared.row)
  if (row === undefined) throw new Problem('conflicting_change')
  const { facts: before, decision, customer } = prepared
  if (decision.transitions.length === 0) return { row, collecting: null }
  const tax = priced === null ? null : taxOrNone(priced.taxAnswer)
  const saved = (await saveDecisions(uow, deps, [{ row, before, decision, tax }])).get(row.id)
  assert(saved !== undefined, 'a locked subscription is saved')
  const { name: productName } = decision.after.product
  return startCollectingOrder(uow, deps, { ...saved, customer, productName })
}

/** Runs outside of any transaction. After a crash, a job completes or abandons the change. */
async function pay(
  deps: SubscriptionDeps,
  { key, run, finish }: RequestedChange,
  paymentId: Id<'payment'>,
): Promise<void> {
  const { organizationId } = key
  const paidBy = { organizationId, paymentId }
  const submitted = await submitPayment(deps, paidBy)
  // The customer isn’t there to authenticate.
  const outcome =
    submitted.status === 'needs_action' ? await cancelPayment(deps, paidBy) : submitted
  if (outcome.status === 'failed') {
    await abandonChange(deps, paidBy)
    throw new Problem('subscription_payment_failed', { message: outcome.message })
  }
  if (outcome.status !== 'succeeded') throw new Problem('subscription_change_under_way')
  if (await completePaidChange(deps, paidBy, { run, finish })) return
  await finishCompleted(deps, { key, run, finish }, paymentId)
}

/** Another process completed the change, or the payment was refunded. */
async function finishCompleted(
  deps: SubscriptionDeps,
  { key, run, finish }: Pick<RequestedChange, 'key' | 'run' | 'finish'>,
  paymentId: Id<'payment'>,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const { organizationId } = key
  const [payment] = await findPayments(kysely, organizationId, [paymentId])
  const orderId = payment?.orderId ?? null
  if (orderId === null || (await wasRefunded(deps, { organizationId, id: orderId }))) {
    throw new Problem('conflicting_change')
  }
  const row = await findSubscription(kysely, key)
  assert(row !== undefined, 'subscriptions are never deleted')
  await run((uow) => finish(uow, row))
}
