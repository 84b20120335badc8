import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import {
  cancelPayment,
  paymentOutcome,
  submitPayment,
} from '../../payments/actions/submit-payment.ts'
import type { PaymentOutcome } from '../../payments/rules/outcome.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { type AwaitingChangeKey, findAwaitingChangesOf } from '../store/changes-awaiting-payment.ts'
import type { SubscriptionKey } from '../store/subscriptions.ts'
import { type RequestedChange, startChange } from './change-subscription.ts'
import { abandonChange, completePaidChange, type UnitOfWorkRunner } from './complete-paid-change.ts'
import type { SubscriptionDeps } from './deps.ts'
import { wasRefunded } from './refund-change.ts'

/**
 * Starts a change whose customer is present. Null where it is made already; otherwise the payment
 * that it waits for. One that the customer has left unconfirmed, in another tab or before a reload,
 * is canceled for the new one.
 */
export async function startChangeOnSession(
  deps: SubscriptionDeps,
  requested: Omit<RequestedChange, 'isOnSession' | 'startedPaymentId'>,
): Promise<Id<'payment'> | null> {
  const onSession = { ...requested, isOnSession: true, startedPaymentId: null }
  const started = await startChange(deps, onSession).catch(underWay)
  if (started !== 'under_way') return started
  await endUnconfirmedChange(deps, requested.key, requested.run)
  return startChange(deps, onSession)
}

function underWay(error: unknown): 'under_way' {
  if (error instanceof Problem && error.code === 'subscription_change_under_way') return 'under_way'
  throw error
}

/** Refuses while the payment of another change waits for no confirmation: it may succeed. */
async function endUnconfirmedChange(
  deps: SubscriptionDeps,
  { organizationId, id }: SubscriptionKey,
  run: UnitOfWorkRunner,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const [awaiting] = await findAwaitingChangesOf(kysely, { organizationId, ids: [id] })
  if (awaiting === undefined) return
  const { paymentId } = awaiting
  const [payment] = await findPayments(kysely, organizationId, [paymentId])
  assert(payment !== undefined, 'payments are never deleted')
  const key = { organizationId, paymentId }
  const isLeft = payment.confirmBy !== null && payment.clientSecret !== null
  const outcome = isLeft ? await cancelPayment(deps, key) : paymentOutcome(deps, payment)
  const { status } = await settle(deps, key, outcome, run)
  if (status === 'pending') throw new Problem('subscription_change_under_way')
}

/** Whether it was confirmed, as often as the customer’s page asks. It is made once. */
export async function followChange(
  deps: SubscriptionDeps,
  key: AwaitingChangeKey,
  run: UnitOfWorkRunner,
): Promise<PaymentOutcome> {
  return settle(deps, key, await submitPayment(deps, key), run)
}

async function settle(
  deps: SubscriptionDeps,
  key: AwaitingChangeKey,
  outcome: PaymentOutcome,
  run: UnitOfWorkRunner,
): Promise<PaymentOutcome> {
  if (outcome.status === 'failed') await abandonChange(deps, key)
  if (outcome.status !== 'succeeded') return outcome
  const isMade = await completePaidChange(deps, key, { run, finish: async () => undefined })
  return isMade || (await wasMade(deps, key)) ? outcome : refunded
}

/** The job that heard of the payment may have been faster. */
async function wasMade(
  deps: SubscriptionDeps,
  { organizationId, paymentId }: AwaitingChangeKey,
): Promise<boolean> {
  const { kysely } = deps.uowFactory.database
  const [payment] = await findPayments(kysely, organizationId, [paymentId])
  const orderId = payment?.orderId ?? null
  return orderId !== null && !(await wasRefunded(deps, { organizationId, id: orderId }))
}

const refunded = {
  status: 'failed',
  reason: 'change_impossible',
  message: 'Your plan can’t be changed any more, so the payment is refunded.',
  isHard: false,
} as const
