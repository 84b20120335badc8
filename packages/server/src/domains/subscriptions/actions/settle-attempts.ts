import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type OpenOrder, openOrdersOf, payOrders } from '../../orders/index.ts'
import { billingSettingsOf } from '../../organizations/index.ts'
import { carryOutPayments, findPayments, type PaymentOutcome } from '../../payments/index.ts'
import { planFailedAttempt, planRecovery } from '../rules/dunning.ts'
import type { DunningPolicy } from '../rules/facts.ts'
import {
  type AttemptRow,
  attemptsAtOnceMax,
  countNoMore,
  findAttempts,
  listAttempts,
  takeAttempts,
} from '../store/attempts.ts'
import { lockSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { readFacts } from './read-facts.ts'
import { type PlanToSave, savePlans } from './save-plans.ts'

type Outcomes = ReadonlyMap<Id<'payment'>, PaymentOutcome>

interface Ended {
  readonly attempt: AttemptRow
  readonly outcome: PaymentOutcome
}

/**
 * Takes to account what came of payments for subscriptions of one organization: their orders are
 * paid, what was overdue recovers, and what failed is overdue. Of many who hear the same one does it.
 */
export async function settleAttempts(
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
  outcomes: Outcomes,
): Promise<void> {
  const paymentIds = [...outcomes].filter(([, { status }]) => isEnd(status)).map(([id]) => id)
  if (paymentIds.length === 0) return
  await work(parts.workshop, { organizationId }, async (unit) => {
    const known = await findAttempts(unit.tx, organizationId, { paymentIds })
    const ids = [...new Set(known.map(({ subscriptionId }) => subscriptionId))]
    const rows = await lockSubscriptions(unit.tx, { organizationId, ids })
    const taken = await takeAttempts(unit.tx, organizationId, { paymentIds })
    const ended = taken.flatMap((attempt) => {
      const outcome = outcomes.get(attempt.paymentId)
      return outcome === undefined ? [] : { attempt, outcome }
    })
    await takeToAccount(unit, parts, { rows, ended })
  })
}

const isEnd = (status: PaymentOutcome['status']): boolean =>
  status === 'succeeded' || status === 'failed'

interface Heard {
  readonly rows: readonly SubscriptionRow[]
  readonly ended: readonly Ended[]
}

async function takeToAccount(
  unit: Work,
  parts: SubscriptionParts,
  { rows, ended }: Heard,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { organizationId } = first
  const paid = ended.filter(({ outcome }) => outcome.status === 'succeeded')
  await payOrders(
    unit,
    organizationId,
    paid.map(({ attempt: { orderId, paymentId } }) => ({ orderId, paymentId })),
  )
  const failed = countedFailures(ended)
  const failedIds = subscriptionsOf(failed)
  const paidIds = subscriptionsOf(paid)
  const concerned = rows.filter(
    (row) => failedIds.has(row.id) || (isOverdue(row) && paidIds.has(row.id)),
  )
  if (concerned.length === 0) return
  await countNoMore(unit.tx, { organizationId, ids: [...failedIds] })
  const plans = await planWhatFollows(unit, organizationId, { concerned, failed })
  await savePlans(unit, parts, plans)
}

interface Failed {
  readonly attempt: AttemptRow
  readonly isHard: boolean
}

const countedFailures = (ended: readonly Ended[]): Failed[] =>
  ended.flatMap(({ attempt, outcome }) =>
    attempt.isCounted && outcome.status === 'failed' ? { attempt, isHard: outcome.isHard } : [],
  )

const subscriptionsOf = (some: readonly Pick<Ended, 'attempt'>[]): Set<Id<'subscription'>> =>
  new Set(some.map(({ attempt }) => attempt.subscriptionId))

const isOverdue = ({ status }: SubscriptionRow): boolean =>
  status === 'past_due' || status === 'unpaid'

interface Happened {
  readonly concerned: readonly SubscriptionRow[]
  readonly failed: readonly Failed[]
}

/** What failed is overdue, and the others recover; nothing where that changes nothing. */
async function planWhatFollows(
  unit: Work,
  organizationId: Id<'organization'>,
  { concerned, failed }: Happened,
): Promise<PlanToSave[]> {
  const ids = concerned.map(({ id }) => id)
  const open = await openOrdersOf(unit.tx, organizationId, ids)
  const owing = new Set(open.map(({ order }) => order.subscriptionId))
  const failures = failuresOfOpen(failed, open)
  const policy = await policyOf(unit, organizationId)
  const facts = await readFacts(unit.tx, concerned)
  return concerned.flatMap((row): PlanToSave[] => {
    const before = facts.get(row.id)
    assert(before !== undefined, 'what is locked has facts')
    const failure = failures.get(row.id)
    const plan =
      failure === undefined
        ? planRecovery(before, { hasOpenOrders: owing.has(row.id) }, unit.now)
        : planFailedAttempt(before, policy, failure, unit.now)
    const isNothing = plan.transitions.length === 0 && !plan.givesUpOrders
    return isNothing ? [] : [{ row, before, plan, tax: null }]
  })
}

/** By subscription. Word of a failure may come when the order was paid by another card. */
function failuresOfOpen(
  failed: readonly Failed[],
  open: readonly OpenOrder[],
): ReadonlyMap<Id<'subscription'>, Pick<Failed, 'isHard'>> {
  const owed = new Set(open.map(({ order }) => order.id))
  const ofOpen = failed.filter(({ attempt }) => owed.has(attempt.orderId))
  return new Map(ofOpen.map(({ attempt, isHard }) => [attempt.subscriptionId, { isHard }]))
}

async function policyOf({ tx }: Work, organizationId: Id<'organization'>): Promise<DunningPolicy> {
  const settings = (await billingSettingsOf(tx, [organizationId])).get(organizationId)
  assert(settings !== undefined, 'what sells is there')
  return settings.dunning
}

/** The same for whatever has ended meanwhile and that nobody has taken to account. */
export async function settleEnded(
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
): Promise<void> {
  const { kysely: db } = parts.workshop.database
  let after: Id<'payment'> | null = null
  for (;;) {
    const some: AttemptRow[] = await listAttempts(db, organizationId, after)
    const ids = some.map(({ paymentId }) => paymentId)
    const payments = await findPayments(db, organizationId, ids)
    const ended = payments.filter(({ status }) => status !== 'pending')
    const keys = ended.map(({ id: paymentId }) => ({ organizationId, paymentId }))
    await settleAttempts(parts, organizationId, await carryOutPayments(parts, keys))
    after = ids.at(-1) ?? null
    if (some.length < attemptsAtOnceMax) return
  }
}
