import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { add } from '../../../kernel/money.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { readShares } from '../../orders/actions/read-customer-balances.ts'
import { type Due, planDue } from '../../orders/rules/amount-due.ts'
import { usableBy } from '../../orders/rules/balance-share.ts'
import type { TaxResult } from '../../tax/rules/tax-calculation.ts'
import { orderAmounts, orderTax } from '../rules/amounts.ts'
import {
  type ChangeDecision,
  type ChangeRequest,
  decideChange,
  isPaidFirst,
} from '../rules/change.ts'
import type { OrderDraft } from '../rules/decision.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import {
  findSubscription,
  lockSubscriptions,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { billingDetailsOf } from './billing-details-of.ts'
import type { SubscriptionDeps } from './deps.ts'
import { calculateOrderTaxes, taxOrNone } from './order-tax.ts'
import { type ChangeInput, readChangeRequest } from './read-change-request.ts'
import { readFactsForChange } from './read-facts.ts'

/** What decisions about one subscription start from, all of the same instant. */
export interface Snapshot {
  readonly row: SubscriptionRow
  readonly facts: SubscriptionFacts
  readonly customer: CustomerRow
  /** The customer’s balance in the currency of the subscription. */
  readonly balanceAmount: MinorUnits
  /** By the organization’s clock. */
  readonly now: Date
}

export interface PreparedChange extends Snapshot {
  readonly request: ChangeRequest
  readonly decision: ChangeDecision
}

/** Locks nothing, so the subscription may change meanwhile. */
export const readSnapshot = (deps: SubscriptionDeps, key: SubscriptionKey): Promise<Snapshot> =>
  runUnitOfWork(deps.uowFactory, key, (uow) => snapshotIn(uow, key))

/** Decides a requested change, or refuses it. Nothing is saved. */
export const prepareChange = (
  deps: SubscriptionDeps,
  key: SubscriptionKey,
  change: ChangeInput,
): Promise<PreparedChange> =>
  runUnitOfWork(deps.uowFactory, key, async (uow) => {
    const snapshot = await snapshotIn(uow, key)
    const { now } = uow
    const scope = { organizationId: key.organizationId, now }
    const request = await readChangeRequest(uow.tx, scope, change)
    return { ...snapshot, request, decision: accept(decideChange(snapshot.facts, request, now)) }
  })

async function snapshotIn({ tx, now }: UnitOfWork, key: SubscriptionKey): Promise<Snapshot> {
  const row = await findSubscription(tx, key)
  assert(row !== undefined, 'subscriptions are never deleted')
  const facts = await readFactsForChange(tx, row)
  const [customer] = await findCustomersByIds(tx, row.organizationId, [row.customerId])
  assert(facts !== undefined && customer !== undefined, 'rows that are referenced exist')
  const shares = await readShares(tx, row.organizationId, [row.customerId])
  const balanceAmount = usableBy(shares, { ...row, subscriptionId: row.id })
  return { row, facts, customer, balanceAmount, now }
}

/** The amounts of an order that isn’t placed yet. */
export interface PricedOrder {
  readonly order: OrderDraft
  /** Incomplete where the billing address is; then no tax is taken. */
  readonly taxAnswer: TaxResult
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
  readonly due: Due
}

/** Runs outside of any transaction, because the tax may come from another server. */
export async function priceOrder(
  deps: SubscriptionDeps,
  { row, customer, balanceAmount }: Pick<Snapshot, 'row' | 'customer' | 'balanceAmount'>,
  order: OrderDraft,
): Promise<PricedOrder> {
  const { organizationId, id, currency } = row
  const reference = `${id}-${row.version}`
  const [taxAnswer] = await calculateOrderTaxes(deps, organizationId, [
    { reference, billing: billingDetailsOf(row, customer), currency, order },
  ])
  assert(taxAnswer !== undefined, 'one order has one tax answer')
  const taxAmount = orderTax(order, taxOrNone(taxAnswer).amount)
  const totalAmount = add(orderAmounts(order).netAmount, taxAmount)
  const due = planDue({ currency, totalAmount, balanceAmount })
  return { order, taxAnswer, taxAmount, totalAmount, due }
}

/** Whether it is charged before the subscription changes. */
export const isChargedFirst = (
  { request }: Pick<PreparedChange, 'request'>,
  priced: PricedOrder | null,
): priced is PricedOrder => priced !== null && priced.due.dueAmount > 0 && isPaidFirst(request)

/** Undefined if the subscription changed since it was read. */
export async function lockUnchanged(
  { tx }: UnitOfWork,
  { organizationId, id, version }: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  const [locked] = await lockSubscriptions(tx, { organizationId, ids: [id] })
  return locked?.version === version ? locked : undefined
}

/** For what is decided again then: the subscription, or what it can credit, has changed. */
export function overtaken(error: unknown): 'overtaken' {
  if (error instanceof Problem && error.code === 'conflicting_change') return 'overtaken'
  throw error
}
