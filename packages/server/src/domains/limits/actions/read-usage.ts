import { usageLimitSetters } from '@guildhall/contract/limits/limit-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { decimal } from '../../../kernel/decimal.ts'
import { distinct, groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findUsagePrices } from '../../subscriptions/actions/usage-prices.ts'
import {
  type CurrentPeriod,
  type CustomerUsage,
  type MeterUsage,
  noUsage,
  type SpendingLimit,
  type UnitLimit,
  type UsagePrice,
  zero,
} from '../rules/customer-usage.ts'
import {
  type CustomerNow,
  findBalances,
  findHeldUnits,
  findPeriods,
  type PeriodRow,
  type UnitsRow,
} from '../store/customer-usage.ts'
import { findLimitsOf, type UsageLimitRow } from '../store/usage-limits.ts'

/** The same order for every customer. */
export async function readUsage(
  db: Kysely<Tables>,
  customers: readonly CustomerNow[],
): Promise<readonly CustomerUsage[]> {
  const [periods, balances, held, limits] = await Promise.all([
    findPeriods(db, customers),
    findBalances(db, customers),
    findHeldUnits(db, customers),
    findLimitsOf(db, customers),
  ])
  const prices = await readPrices(db, limits)
  const read = {
    periods: groupBy(periods, customerOf),
    balances: groupBy(balances, customerOf),
    held: groupBy(held, customerOf),
    limits: groupBy(limits, customerOf),
  }
  return customers.map((customer) => {
    const key = customerOf(customer)
    const own = {
      periods: read.periods.get(key) ?? [],
      balances: read.balances.get(key) ?? [],
      held: read.held.get(key) ?? [],
      limits: read.limits.get(key) ?? [],
    }
    return {
      meters: metersOf(own, customer.now),
      spendingLimits: own.limits.flatMap(spendingLimitIn),
      prices: own.limits.flatMap(({ subscriptionId }) => prices.get(subscriptionId) ?? []),
    }
  })
}

/** Ids are unique beyond organizations. */
const customerOf = ({ customerId }: { readonly customerId: Id<'customer'> }) => customerId

/** Of subscriptions with a spending limit, each once. */
async function readPrices(
  db: Kysely<Tables>,
  limits: readonly UsageLimitRow[],
): Promise<ReadonlyMap<Id<'subscription'> | null, readonly UsagePrice[]>> {
  const limited = groupBy(
    limits.filter(({ subscriptionId }) => subscriptionId !== null),
    ({ organizationId }) => organizationId,
  )
  const found: UsagePrice[] = []
  for (const [organizationId, own] of limited) {
    const ids = distinct(own.flatMap(({ subscriptionId }) => subscriptionId ?? []))
    found.push(...(await findUsagePrices(db, { organizationId, ids })))
  }
  return groupBy(found, ({ subscriptionId }) => subscriptionId)
}

interface OwnRows {
  readonly periods: readonly PeriodRow[]
  readonly balances: readonly UnitsRow[]
  readonly held: readonly UnitsRow[]
  readonly limits: readonly UsageLimitRow[]
}

function metersOf(
  { periods, balances, held, limits }: OwnRows,
  now: Date,
): ReadonlyMap<Id<'meter'>, MeterUsage> {
  const meterIds = distinct(
    [...periods, ...balances, ...held, ...limits].flatMap(({ meterId }) => meterId ?? []),
  )
  const of = <T extends { readonly meterId: Id<'meter'> | null }>(
    rows: readonly T[],
    meterId: Id<'meter'>,
  ) => rows.filter((one) => one.meterId === meterId)
  return new Map(
    meterIds.map((meterId) => {
      const [balance] = of(balances, meterId)
      const [reserved] = of(held, meterId)
      return [
        meterId,
        {
          ...noUsage,
          periods: currentPeriods(of(periods, meterId), now),
          balance: balance === undefined ? null : decimal(balance.units),
          held: reserved === undefined ? zero : decimal(reserved.units),
          limits: of(limits, meterId).flatMap(unitLimitIn),
        },
      ]
    }),
  )
}

/**
 * One for each subscription, and one outside of them. What happens after the end of an open period
 * belongs to the one that begins there, which has no row before something is used.
 */
function currentPeriods(rows: readonly PeriodRow[], now: Date): readonly CurrentPeriod[] {
  const bySubscription = groupBy(rows, ({ subscriptionId }) => subscriptionId)
  return [...bySubscription].map(([subscriptionId, own]): CurrentPeriod => {
    const open = own.find(({ isOpen }) => isOpen)
    const lasting = own.find(({ endsAt }) => endsAt === null || endsAt > now)
    return {
      subscriptionId,
      isPriced: open !== undefined,
      startsAt: lasting?.startsAt ?? open?.endsAtText ?? '-infinity',
      endsAt: lasting?.endsAt ?? null,
      consumed: lasting === undefined ? zero : decimal(lasting.consumed),
    }
  })
}

const setter = z.enum(usageLimitSetters)

const unitLimitIn = ({ units, isHard, setBy }: UsageLimitRow): readonly UnitLimit[] =>
  units === null ? [] : [{ units: decimal(units), isHard, setBy: z.parse(setter, setBy) }]

const spendingLimitIn = ({
  subscriptionId,
  amount,
  isHard,
}: UsageLimitRow): readonly SpendingLimit[] =>
  subscriptionId === null || amount === null ? [] : [{ subscriptionId, amount, isHard }]
