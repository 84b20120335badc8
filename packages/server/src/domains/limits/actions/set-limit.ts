import type { UsageLimitInput } from '@guildhall/contract/limits/usage-limits'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { compareDecimals, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockCustomerForShare } from '../../customers/store/customers.ts'
import { addsUp } from '../../metering/rules/aggregation.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { findSubscriptionOfCustomer } from '../../subscriptions/store/customer-subscriptions.ts'
import { presentLimit } from '../present/limits.ts'
import { type CustomerKey, takeCustomers } from '../store/locks.ts'
import {
  deleteLimit,
  findLimit,
  findLimitsOf,
  saveLimit,
  type UsageLimitRow,
} from '../store/usage-limits.ts'

interface NewLimit extends CustomerKey {
  readonly setBy: 'seller' | 'customer'
  readonly input: UsageLimitInput
}

/** What was decided before is within the former limit, and what is decided later within this one. */
export async function setLimit(
  uow: UnitOfWork,
  { organizationId, customerId, setBy, input }: NewLimit,
): Promise<UsageLimitRow> {
  const { tx } = uow
  const key = { organizationId, customerId }
  await takeCustomers(tx, [key])
  const customer = await lockCustomerForShare(tx, { organizationId, id: customerId })
  if (customer === undefined) throw new Problem('not_found')
  const currency = await requireTarget(tx, key, input)
  const row: UsageLimitRow = {
    ...key,
    id: uow.newId('usageLimit'),
    meterId: input.meterId ?? null,
    units: input.units == null ? null : formatDecimal(decimal(input.units)),
    subscriptionId: input.subscriptionId ?? null,
    amount: input.amount == null ? null : minorUnits(input.amount),
    setBy,
    isHard: input.isHard ?? true,
    thresholds: [...new Set(input.thresholds ?? [])].toSorted((a, b) => a - b),
    version: 1,
    createdAt: uow.now,
    modifiedAt: null,
  }
  if (setBy === 'customer') await refuseHigher(tx, row, currency)
  const saved = await saveLimit(tx, row)
  if (saved.thresholds.length > 0) uow.noteDue(organizationId, 'limits.tell_thresholds')
  uow.record(eventOf('usage_limit.updated', subjectOf(saved), presentLimit(saved)))
  return saved
}

export const subjectOf = ({ organizationId, customerId, id, version }: UsageLimitRow) => ({
  organizationId,
  customerId,
  id,
  version,
})

/** The currency of a subscription; null for a meter. */
async function requireTarget(
  tx: Transaction<Tables>,
  key: CustomerKey,
  { meterId, subscriptionId }: UsageLimitInput,
): Promise<UsageLimitCurrency> {
  if (subscriptionId != null) {
    const subscription = await findSubscriptionOfCustomer(
      tx,
      { ...key, checkoutId: null },
      subscriptionId,
    )
    if (subscription !== undefined) return subscription.currency
    throw new Problem('usage_subscription_unknown', { loc: ['body', 'subscription_id'] })
  }
  const [meter] = meterId == null ? [] : await findMeters(tx, key.organizationId, [meterId])
  const details = { loc: ['body', 'meter_id'] }
  if (meter === undefined) throw new Problem('usage_meter_unknown', details)
  if (!addsUp(meter.aggregationFunc)) throw new Problem('usage_meter_not_added_up', details)
  return null
}

type UsageLimitCurrency = Parameters<typeof moneyText>[0]['currency'] | null

/** Customers may only lower what the seller allows. */
async function refuseHigher(
  tx: Transaction<Tables>,
  own: UsageLimitRow,
  currency: UsageLimitCurrency,
): Promise<void> {
  const limits = await findLimitsOf(tx, [own])
  const seller = limits.find(
    (one) =>
      one.setBy === 'seller' &&
      one.isHard &&
      one.meterId === own.meterId &&
      one.subscriptionId === own.subscriptionId,
  )
  if (seller === undefined) return
  const isHigher =
    compareDecimals(
      decimal(own.units ?? own.amount ?? 0),
      decimal(seller.units ?? seller.amount ?? 0),
    ) > 0
  if (!isHigher) return
  const { units, amount } = seller
  const most =
    amount === null || currency === null
      ? `${Number(units)} units`
      : moneyText({ amount, currency })
  const loc = ['body', own.meterId === null ? 'amount' : 'units']
  throw new Problem('usage_limit_too_high', { most, loc })
}

interface NamedLimit extends CustomerKey {
  readonly id: Id<'usageLimit'>
  readonly by: 'seller' | 'customer'
}

export async function removeLimit(
  uow: UnitOfWork,
  { organizationId, customerId, id, by }: NamedLimit,
): Promise<void> {
  const { tx } = uow
  const key = { organizationId, customerId }
  await takeCustomers(tx, [key])
  const limit = await findLimit(tx, key, id)
  if (limit === undefined) throw new Problem('not_found')
  if (limit.setBy !== by) {
    throw new Problem(by === 'seller' ? 'usage_limit_of_customer' : 'usage_limit_of_seller')
  }
  await deleteLimit(tx, limit)
  const deleted = { ...limit, version: limit.version + 1 }
  uow.record(eventOf('usage_limit.deleted', subjectOf(deleted), presentLimit(deleted)))
}
