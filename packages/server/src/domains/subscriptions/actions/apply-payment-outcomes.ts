import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { distinct } from '../../../kernel/indexing.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { payOrders } from '../../orders/actions/pay-orders.ts'
import { type OpenOrder, openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import type { PaymentOutcome } from '../../payments/rules/outcome.ts'
import { findPayments } from '../../payments/store/payment-batch.ts'
import { decideFailedPayment, decideRecovery } from '../rules/dunning.ts'
import { isInArrears } from '../rules/lifecycle.ts'
import {
  type AttemptRow,
  attemptsAtOnceMax,
  findAttempts,
  listAttempts,
  stopCounting,
  takeAttempts,
} from '../store/attempts.ts'
import { savePaymentMethod } from '../store/payment-methods.ts'
import { lockSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { readFacts } from './read-facts.ts'
import { readSettings } from './read-settings.ts'
import { type DecisionToSave, saveDecisions } from './save-decisions.ts'

type Outcomes = ReadonlyMap<Id<'payment'>, PaymentOutcome>

interface EndedAttempt {
  readonly attempt: AttemptRow
  readonly outcome: PaymentOutcome
}

/**
 * Applies the outcomes of payments for subscriptions of one organization: their orders are paid,
 * paid subscriptions recover, and failed ones are past due. Each outcome is applied once, however
 * many processes learn of it.
 */
export async function applyPaymentOutcomes(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  outcomes: Outcomes,
): Promise<void> {
  const paymentIds = [...outcomes].filter(([, { status }]) => isFinal(status)).map(([id]) => id)
  if (paymentIds.length === 0) return
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const known = await findAttempts(uow.tx, organizationId, { paymentIds })
    const ids = distinct(known.map(({ subscriptionId }) => subscriptionId))
    const rows = await lockSubscriptions(uow.tx, { organizationId, ids })
    const taken = await takeAttempts(uow.tx, organizationId, { paymentIds })
    const ended = taken.flatMap((attempt) => {
      const outcome = outcomes.get(attempt.paymentId)
      return outcome === undefined ? [] : { attempt, outcome }
    })
    const switched = await chargeToStoredCards(uow, organizationId, ended)
    // A switched subscription has a new version.
    const current = switched ? await lockSubscriptions(uow.tx, { organizationId, ids }) : rows
    await apply(uow, deps, { rows: current, ended })
  })
}

/** A customer who paid an order with a card to keep is charged to it from then on. */
async function chargeToStoredCards(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  ended: readonly EndedAttempt[],
): Promise<boolean> {
  const own = ended.filter(
    ({ attempt, outcome }) => attempt.isByCustomer && outcome.status === 'succeeded',
  )
  if (own.length === 0) return false
  const payments = await findPayments(
    tx,
    organizationId,
    own.map(({ attempt }) => attempt.paymentId),
  )
  const cards = own.flatMap(({ attempt: { paymentId, subscriptionId } }) => {
    const payment = payments.find(({ id }) => id === paymentId)
    if (payment?.storesMethod !== true || payment.paymentMethodId === null) return []
    return [{ id: subscriptionId, paymentMethodId: payment.paymentMethodId }]
  })
  for (const card of cards) await savePaymentMethod(tx, { organizationId, ...card })
  return cards.length > 0
}

const isFinal = (status: PaymentOutcome['status']): boolean =>
  status === 'succeeded' || status === 'failed'

interface TakenAttempts {
  readonly rows: readonly SubscriptionRow[]
  readonly ended: readonly EndedAttempt[]
}

async function apply(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { rows, ended }: TakenAttempts,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { organizationId } = first
  const paid = ended.filter(({ outcome }) => outcome.status === 'succeeded')
  await payOrders(
    uow,
    organizationId,
    paid.map(({ attempt: { orderId, paymentId } }) => ({ orderId, paymentId })),
  )
  const failures = countedFailures(ended)
  const failedIds = subscriptionsOf(failures)
  const paidIds = subscriptionsOf(paid)
  const affected = rows.filter(
    (row) => failedIds.has(row.id) || (isInArrears(row) && paidIds.has(row.id)),
  )
  if (affected.length === 0) return
  await stopCounting(uow.tx, { organizationId, ids: [...failedIds] })
  const decisions = await decideAll(uow, organizationId, { affected, failures })
  await saveDecisions(uow, deps, decisions)
}

interface Failure {
  readonly attempt: AttemptRow
  readonly isHard: boolean
}

const countedFailures = (ended: readonly EndedAttempt[]): Failure[] =>
  ended.flatMap(({ attempt, outcome }) =>
    attempt.isCounted && outcome.status === 'failed' ? { attempt, isHard: outcome.isHard } : [],
  )

const subscriptionsOf = (
  attempts: readonly Pick<EndedAttempt, 'attempt'>[],
): Set<Id<'subscription'>> => new Set(attempts.map(({ attempt }) => attempt.subscriptionId))

interface Affected {
  readonly affected: readonly SubscriptionRow[]
  readonly failures: readonly Failure[]
}

async function decideAll(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { affected, failures }: Affected,
): Promise<DecisionToSave[]> {
  const ids = affected.map(({ id }) => id)
  const open = await openOrdersOf(uow.tx, organizationId, ids)
  const withOpenOrders = new Set(open.map(({ order }) => order.subscriptionId))
  const failureOf = failuresOfOpenOrders(failures, open)
  const { dunning: policy } = await readSettings(uow.tx, organizationId)
  const facts = await readFacts(uow.tx, affected)
  return affected.flatMap((row): DecisionToSave[] => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'a locked subscription has facts')
    const failure = failureOf.get(row.id)
    const decision =
      failure === undefined
        ? decideRecovery(before, { hasOpenOrders: withOpenOrders.has(row.id) }, uow.now)
        : decideFailedPayment(before, policy, failure, uow.now)
    const isEmpty = decision.transitions.length === 0 && decision.closesOrdersAs === null
    return isEmpty ? [] : [{ row, before, decision, tax: null }]
  })
}

/** By subscription. A failure is ignored if another payment paid the order meanwhile. */
function failuresOfOpenOrders(
  failures: readonly Failure[],
  open: readonly OpenOrder[],
): ReadonlyMap<Id<'subscription'>, Pick<Failure, 'isHard'>> {
  const openIds = new Set(open.map(({ order }) => order.id))
  const relevant = failures.filter(({ attempt }) => openIds.has(attempt.orderId))
  return new Map(relevant.map(({ attempt, isHard }) => [attempt.subscriptionId, { isHard }]))
}

/** Applies the outcomes of all payments of an organization that ended without being applied. */
export async function applyEndedPayments(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
): Promise<void> {
  const { kysely: db } = deps.uowFactory.database
  let after: Id<'payment'> | null = null
  for (;;) {
    const attempts: AttemptRow[] = await listAttempts(db, organizationId, after)
    const ids = attempts.map(({ paymentId }) => paymentId)
    const payments = await findPayments(db, organizationId, ids)
    const ended = payments.filter(({ status }) => status !== 'pending')
    const keys = ended.map(({ id: paymentId }) => ({ organizationId, paymentId }))
    await applyPaymentOutcomes(deps, organizationId, await submitPayments(deps, keys))
    after = ids.at(-1) ?? null
    if (attempts.length < attemptsAtOnceMax) return
  }
}
