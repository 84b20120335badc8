import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add, minorUnits } from '../../../kernel/money.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type CustomerRow, findCustomersOf } from '../../customers/index.ts'
import { balanceOfCustomers, type OpenOrder, openOrdersOf, planDue } from '../../orders/index.ts'
import { billingSettingsOf } from '../../organizations/index.ts'
import { methodsToCharge } from '../../payments/index.ts'
import type { TaxDue } from '../../tax/index.ts'
import { amountsOf } from '../rules/amounts.ts'
import { dueStep } from '../rules/due.ts'
import { planFailedAttempt } from '../rules/dunning.ts'
import type { DunningPolicy, Plan } from '../rules/facts.ts'
import { transitionsBetween } from '../rules/outcome.ts'
import { findAttemptsOf } from '../store/attempts.ts'
import {
  findSubscriptions,
  type SomeSubscriptions,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { type Candidate, type Decision, decideDue } from './decide-due.ts'
import { taxOfOrders, taxWithoutAsking } from './order-tax.ts'
import type { SubscriptionParts } from './parts.ts'
import { readFacts } from './read-facts.ts'

/** What is to be done about a subscription, with all that it takes. */
export interface Prepared extends Decision {
  /** Null where nothing is billed or charged. */
  readonly customer: CustomerRow | null
  readonly tax: TaxDue | null
  /** Null where the customer left nothing that could be charged. */
  readonly paymentMethodId: Id<'paymentMethod'> | null
  /** What is open of it and is to be charged now. */
  readonly open: readonly OpenOrder[]
  /** Nothing could be charged, and so it counts as failed already. */
  readonly isFailedAhead: boolean
}

export interface PreparedBatch {
  readonly prepared: readonly Prepared[]
  /** Those that aren’t due at the organization’s instant after all. */
  readonly idle: readonly Candidate[]
}

/**
 * Reads and decides what is due of one organization, in as many statements however many there are,
 * and asks what tax is due. Nothing is locked meanwhile: what was decided holds for the version of
 * the row that it was decided on.
 */
export async function prepareDue(
  parts: SubscriptionParts,
  some: SomeSubscriptions,
): Promise<PreparedBatch> {
  const gathered = await work(parts.workshop, some, (unit) => gather(unit, some))
  const taxes = await askTaxes(parts, some.organizationId, gathered.funded)
  const { idle, funded, policy, now } = gathered
  const prepared = funded.map(({ balanceAmount, ...one }) => {
    const tax = taxes.get(one.row.id) ?? null
    const isFailedAhead = one.paymentMethodId === null && isOwing({ ...one, tax, balanceAmount })
    const plan = isFailedAhead ? failedAhead(one, policy, now) : one.plan
    return { ...one, plan, tax, isFailedAhead }
  })
  return { idle, prepared }
}

interface Gathered {
  readonly funded: readonly Funded[]
  readonly idle: readonly Candidate[]
  readonly policy: DunningPolicy
  readonly now: Date
}

async function gather(unit: Work, some: SomeSubscriptions): Promise<Gathered> {
  const { tx, now } = unit
  const { organizationId } = some
  const rows = await findSubscriptions(tx, some)
  const facts = await readFacts(tx, rows)
  const settings = (await billingSettingsOf(tx, [organizationId])).get(organizationId)
  assert(settings !== undefined, 'what sells is there')
  const { dunning: policy } = settings
  const ids = rows.filter(({ pastDueAt }) => pastDueAt !== null).map(({ id }) => id)
  const open = ids.length === 0 ? [] : await openOrdersOf(tx, organizationId, ids)
  const attempts = await findAttemptsOf(tx, { organizationId, ids })
  const owing = new Set(open.flatMap(({ order }) => order.subscriptionId ?? []))
  const charging = new Set(attempts.map(({ subscriptionId }) => subscriptionId))
  const candidates = rows.flatMap((row) => {
    const known = facts.get(row.id)
    return known === undefined ? [] : { row, facts: known }
  })
  const decisions = candidates.flatMap(
    (one) => decideDue(one, { now, policy, owing, charging }) ?? [],
  )
  const idle = candidates.filter(({ facts: known }) => dueStep(known, now) === null)
  return { funded: await fund(tx, { organizationId, decisions, open }), idle, policy, now }
}

interface Funded extends Omit<Prepared, 'tax' | 'isFailedAhead'> {
  /** What the customer has to their credit; known where there is nothing to charge. */
  readonly balanceAmount: MinorUnits
}

interface ToFund {
  readonly organizationId: Id<'organization'>
  readonly decisions: readonly Decision[]
  readonly open: readonly OpenOrder[]
}

/** Who pays, and with what. */
async function fund(
  tx: Work['tx'],
  { organizationId, decisions, open }: ToFund,
): Promise<Funded[]> {
  const charged = decisions.filter(({ plan, collects }) => collects || plan.order !== null)
  const means = await meansOf(tx, organizationId, charged)
  return decisions.map((decision) => {
    const { row, collects } = decision
    return {
      ...decision,
      ...(means.get(row.id) ?? noMeans),
      open: collects ? open.filter(({ order }) => order.subscriptionId === row.id) : [],
    }
  })
}

type Means = Pick<Funded, 'customer' | 'paymentMethodId' | 'balanceAmount'>

const nothing = minorUnits(0)
const noMeans: Means = { customer: null, paymentMethodId: null, balanceAmount: nothing }

async function meansOf(
  tx: Work['tx'],
  organizationId: Id<'organization'>,
  charged: readonly Candidate[],
): Promise<ReadonlyMap<Id<'subscription'>, Means>> {
  if (charged.length === 0) return new Map()
  const wanted = charged.map(({ row }) => row)
  const customerIds = [...new Set(wanted.map(({ customerId }) => customerId))]
  const found = await findCustomersOf(tx, organizationId, customerIds)
  const customers = new Map(found.map((customer) => [customer.id, customer]))
  const methods = await methodsToCharge(tx, organizationId, wanted)
  const isFunded = methods.every((method) => method !== null)
  const balances = isFunded ? [] : await balanceOfCustomers(tx, organizationId, customerIds)
  const creditOf = ({ customerId, currency }: SubscriptionRow): MinorUnits =>
    balances.find((one) => one.customerId === customerId && one.currency === currency)?.amount ??
    nothing
  return new Map(
    wanted.map((row, at) => [
      row.id,
      {
        customer: customers.get(row.customerId) ?? null,
        paymentMethodId: methods[at]?.id ?? null,
        balanceAmount: creditOf(row),
      },
    ]),
  )
}

/** Whether something is to be charged. */
function isOwing({ row, plan, collects, tax, balanceAmount }: Funded & Pick<Prepared, 'tax'>) {
  if (collects) return true
  if (plan.order === null) return false
  const totalAmount = add(amountsOf(plan.order).netAmount, tax?.amount ?? nothing)
  return planDue({ currency: row.currency, totalAmount, balanceAmount }).dueAmount > 0
}

/** There is nothing to charge: that is a failed payment, and is told together with the rest. */
function failedAhead({ facts, plan }: Decision, policy: DunningPolicy, now: Date): Plan {
  const failed = planFailedAttempt(plan.after, policy, { isHard: false }, now)
  const transitions = transitionsBetween(facts, failed.after)
  return { ...plan, after: failed.after, transitions, givesUpOrders: failed.givesUpOrders }
}

async function askTaxes(
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
  funded: readonly Funded[],
): Promise<ReadonlyMap<Id<'subscription'>, TaxDue>> {
  const billed = funded.flatMap(({ row, plan, customer }) =>
    plan.order === null || customer === null ? [] : { row, order: plan.order, customer },
  )
  const answers = await taxOfOrders(
    parts,
    organizationId,
    billed.map(({ row, order, customer }) => ({
      reference: `${row.id}:${row.version}`,
      customer,
      currency: row.currency,
      order,
    })),
  )
  return new Map(
    billed.flatMap(({ row }, at) => {
      const answer = answers[at]
      return answer === undefined ? [] : [[row.id, taxWithoutAsking(answer)] as const]
    }),
  )
}
