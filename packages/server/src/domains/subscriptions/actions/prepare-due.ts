import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { add, minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import {
  type OpenOrder,
  openOrdersOf,
  readShares,
} from '../../orders/actions/read-customer-balances.ts'
import { planDue } from '../../orders/rules/amount-due.ts'
import { usableBy } from '../../orders/rules/balance-share.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import { orderAmounts, orderTax } from '../rules/amounts.ts'
import { purchaseCharged } from '../rules/charged-purchase.ts'
import { type Decision, transitionsBetween } from '../rules/decision.ts'
import { dueStep, nextDueAt } from '../rules/due.ts'
import { decideFailedPayment } from '../rules/dunning.ts'
import type { DunningPolicy } from '../rules/facts.ts'
import { decideSuspension } from '../rules/hold.ts'
import { findAttemptsOfSubscriptions } from '../store/attempts.ts'
import {
  findSubscriptions,
  type SubscriptionBatch,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { billingDetailsOf } from './billing-details-of.ts'
import { type Candidate, type DueDecision, decideDue } from './decide-due.ts'
import type { SubscriptionDeps } from './deps.ts'
import { calculateOrderTaxes, taxOrNone } from './order-tax.ts'
import { readFacts } from './read-facts.ts'
import { heldAmong } from './read-holds.ts'
import { readSettings } from './read-settings.ts'

/** A due step with everything that carrying it out needs. */
export interface Prepared extends DueDecision {
  /** Null where nothing is billed or charged. */
  readonly customer: CustomerRow | null
  readonly tax: TaxDue | null
  /** Null if the customer has no payment method. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  /** The unpaid orders to charge now. */
  readonly open: readonly OpenOrder[]
  /** There is no payment method to charge, so the payment counts as failed already. */
  readonly isFailedAhead: boolean
}

export interface PreparedBatch {
  readonly prepared: readonly Prepared[]
  /** Those that aren’t due at the organization’s instant after all. */
  readonly idle: readonly IdleCandidate[]
}

interface IdleCandidate extends Candidate {
  /** When they are. */
  readonly dueAt: Date | null
}

/**
 * Reads and decides an organization’s due work and calculates the taxes, in the same number of
 * statements for any number of subscriptions. Nothing is locked: each decision is valid for the
 * version of the row that it was made on.
 */
export async function prepareDue(
  deps: SubscriptionDeps,
  some: SubscriptionBatch,
): Promise<PreparedBatch> {
  const read = await runUnitOfWork(deps.uowFactory, some, (uow) => readDue(uow, some))
  const taxes = await calculateTaxes(deps, some.organizationId, read.funded)
  const { idle, funded, held, policy, now } = read
  const prepared = funded.map(({ balanceAmount, ...one }) => {
    const tax = taxes.get(one.row.id) ?? null
    const isOwed = isOwing({ ...one, tax, balanceAmount })
    if (held.has(one.row.id) && isOwed && one.decision.after.endedAt === null) {
      return { ...one, decision: decideSuspension(one.facts, now), tax: null, isFailedAhead: false }
    }
    const paymentMethodId = held.has(one.row.id) ? null : one.paymentMethodId
    const isFailedAhead = paymentMethodId === null && isOwed
    const decision = isFailedAhead ? failedAhead(one, policy, now) : one.decision
    return { ...one, paymentMethodId, decision, tax, isFailedAhead }
  })
  return { idle, prepared }
}

interface DueBatch {
  readonly funded: readonly Funded[]
  readonly idle: readonly IdleCandidate[]
  /** Those that a dispute keeps from being charged. */
  readonly held: ReadonlySet<Id<'subscription'>>
  readonly policy: DunningPolicy
  readonly now: Date
}

async function readDue(uow: UnitOfWork, some: SubscriptionBatch): Promise<DueBatch> {
  const { tx, now } = uow
  const { organizationId } = some
  const rows = await findSubscriptions(tx, some)
  const factsOf = await readFacts(tx, rows)
  const settings = await readSettings(tx, organizationId)
  const { dunning: policy, usageGraceMinutes } = settings
  const ids = rows.filter(({ pastDueAt }) => pastDueAt !== null).map(({ id }) => id)
  const open = ids.length === 0 ? [] : await openOrdersOf(tx, organizationId, ids)
  const attempts = await findAttemptsOfSubscriptions(tx, { organizationId, ids })
  const withOpenOrders = new Set(open.flatMap(({ order }) => order.subscriptionId ?? []))
  const charging = new Set(attempts.map(({ subscriptionId }) => subscriptionId))
  const confirming = new Set(charging)
  for (const { subscriptionId, isByCustomer } of attempts) {
    if (!isByCustomer) confirming.delete(subscriptionId)
  }
  const held = await heldAmong(tx, rows, settings)
  const candidates = rows.flatMap((row) => {
    const facts = factsOf.get(row.id)
    return facts === undefined ? [] : { row, facts }
  })
  const circumstances = {
    now,
    policy,
    usageGraceMinutes,
    withOpenOrders,
    charging,
    confirming,
    held,
  }
  const decisions = candidates.flatMap((one) => decideDue(one, circumstances) ?? [])
  const decided = new Set(decisions.map(({ row }) => row.id))
  const idle = candidates
    .filter(
      ({ row, facts }) => !decided.has(row.id) && dueStep(facts, now, usageGraceMinutes) === null,
    )
    .map((one) => ({ ...one, dueAt: nextDueAt(one.facts, usageGraceMinutes) }))
  const funded = await fund(tx, { organizationId, decisions, open })
  return { funded, idle, held, policy, now }
}

interface Funded extends Omit<Prepared, 'tax' | 'isFailedAhead'> {
  /** The customer’s balance; read only for batches in which a customer has no payment method. */
  readonly balanceAmount: MinorUnits
}

interface ToFund {
  readonly organizationId: Id<'organization'>
  readonly decisions: readonly DueDecision[]
  readonly open: readonly OpenOrder[]
}

/** Adds who pays, and with which payment method. */
async function fund(
  tx: UnitOfWork['tx'],
  { organizationId, decisions, open }: ToFund,
): Promise<Funded[]> {
  const charged = decisions.filter(({ decision, collects }) => collects || decision.order !== null)
  const fundsOf = await readFunds(tx, organizationId, charged)
  return decisions.map((due) => {
    const { row, collects } = due
    return {
      ...due,
      ...(fundsOf.get(row.id) ?? noFunds),
      open: collects ? open.filter(({ order }) => order.subscriptionId === row.id) : [],
    }
  })
}

type Funds = Pick<Funded, 'customer' | 'paymentMethodId' | 'balanceAmount'>

const nothing = minorUnits(0)
const noFunds: Funds = { customer: null, paymentMethodId: null, balanceAmount: nothing }

async function readFunds(
  tx: UnitOfWork['tx'],
  organizationId: Id<'organization'>,
  charged: readonly Candidate[],
): Promise<ReadonlyMap<Id<'subscription'>, Funds>> {
  if (charged.length === 0) return new Map()
  const rows = charged.map(({ row }) => row)
  const customerIds = distinct(rows.map(({ customerId }) => customerId))
  const customers = byId(await findCustomersByIds(tx, organizationId, customerIds))
  const methods = await methodsToCharge(
    tx,
    organizationId,
    rows.map((row) => ({ ...row, purchaseId: purchaseCharged(row) })),
  )
  const isFunded = methods.every((method) => method !== null)
  const shares = isFunded ? null : await readShares(tx, organizationId, customerIds)
  const balanceOf = (row: SubscriptionRow): MinorUnits =>
    shares === null ? nothing : usableBy(shares, { ...row, subscriptionId: row.id })
  return new Map(
    rows.map((row, at) => [
      row.id,
      {
        customer: customers.get(row.customerId) ?? null,
        paymentMethodId: methods[at]?.id ?? null,
        balanceAmount: balanceOf(row),
      },
    ]),
  )
}

/** Whether something is to be charged. */
function isOwing({
  row,
  decision,
  collects,
  tax,
  balanceAmount,
}: Funded & Pick<Prepared, 'tax'>): boolean {
  if (collects) return true
  if (decision.order === null) return false
  const taxAmount = orderTax(decision.order, tax?.amount ?? nothing)
  const totalAmount = add(orderAmounts(decision.order).netAmount, taxAmount)
  return planDue({ currency: row.currency, totalAmount, balanceAmount }).dueAmount > 0
}

/**
 * The decision and the failed payment in one, so that both are saved and reported together. Benefits
 * that were revoked come back with the payment only.
 */
function failedAhead({ facts, decision }: DueDecision, policy: DunningPolicy, now: Date): Decision {
  const failed = decideFailedPayment(decision.after, policy, { isHard: false }, now)
  const { closesOrdersAs } = failed
  const after =
    facts.revokedAt === null
      ? failed.after
      : { ...failed.after, revokedAt: facts.revokedAt, graceEndsAt: null }
  return { ...decision, after, transitions: transitionsBetween(facts, after), closesOrdersAs }
}

async function calculateTaxes(
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  funded: readonly Funded[],
): Promise<ReadonlyMap<Id<'subscription'>, TaxDue>> {
  const billed = funded.flatMap(({ row, decision, customer }) =>
    decision.order === null || customer === null ? [] : { row, order: decision.order, customer },
  )
  const answers = await calculateOrderTaxes(
    deps,
    organizationId,
    billed.map(({ row, order, customer }) => ({
      reference: `${row.id}:${row.version}`,
      billing: billingDetailsOf(row, customer),
      currency: row.currency,
      order,
    })),
  )
  return new Map(
    billed.flatMap(({ row }, at) => {
      const answer = answers[at]
      return answer === undefined ? [] : [[row.id, taxOrNone(answer)] as const]
    }),
  )
}
