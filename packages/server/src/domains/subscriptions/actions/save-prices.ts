import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { storePrice } from '../../../kernel/stored-price.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SubscriptionFacts, SubscriptionPrice } from '../rules/facts.ts'
import { type EarlyUsage, type MeterChange, meterChanges } from '../rules/metered-periods.ts'
import { movementsBetween } from '../rules/movement.ts'
import { ratedFacts } from '../rules/run-rate.ts'
import { insertMovements, type NewMovement } from '../store/movements.ts'
import { priceColumns, savePrices } from '../store/prices.ts'
import { insertSettlements, type SettledPrice } from '../store/settled-usage.ts'
import { findOpenPeriods, saveMeters } from '../store/usage.ts'
import { insertRevisions } from '../store/usage-settlements.ts'
import type { SubscriptionDeps } from './deps.ts'

export interface PricesToSave {
  readonly id: Id<'subscription'>
  /** After the save. */
  readonly version: number
  readonly customerId: Id<'customer'>
  /** Null for a new subscription. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
  /** Whether something is billed. */
  readonly isBilled: boolean
  /** What is billed of the current period, which goes on. */
  readonly billedEarly: readonly EarlyUsage[]
  /** Until when a price covers its period, if that is cut. */
  readonly cutAt: Date | null
}

type PeriodDeps = Pick<SubscriptionDeps, 'onMeteredPeriodsChanged' | 'onUsageSettled'>

/** What was billed of the usage of a subscription at one of its prices. */
export interface Billed {
  readonly subscriptionId: Id<'subscription'>
  readonly productPriceId: Id<'productPrice'>
  readonly usageSettlementId: Id<'usageSettlement'>
}

/**
 * Writes what changed in addition to the rows of subscriptions: their prices, the periods of their meters and
 * the movements of their run-rate. Answers which usage is billed.
 */
export async function savePricesAndPeriods(
  uow: UnitOfWork,
  deps: PeriodDeps,
  organizationId: Id<'organization'>,
  all: readonly PricesToSave[],
): Promise<readonly Billed[]> {
  await insertMovements(uow.tx, organizationId, movementsOf(uow, all))
  const repriced = all.filter(isRepriced)
  await savePrices(
    uow.tx,
    { organizationId, ids: repriced.map(({ id }) => id) },
    repriced.flatMap(({ id: subscriptionId, after }) =>
      priceColumns({ organizationId, subscriptionId }, after.prices),
    ),
  )
  const changes = all.flatMap((one) =>
    meterChanges(one, uow.now).map((change) => ({ ...one, ...change })),
  )
  const closed = changes.length === 0 ? [] : await savePeriods(uow, deps, organizationId, changes)
  return [...closed, ...(await saveEarly(uow, deps, organizationId, all))]
}

const movementsOf = ({ now }: UnitOfWork, all: readonly PricesToSave[]): NewMovement[] =>
  all.flatMap(({ id: subscriptionId, customerId, version, before, after }) =>
    movementsBetween(before && ratedFacts(before), ratedFacts(after)).map((movement, position) => ({
      subscriptionId,
      customerId,
      version,
      position,
      occurredAt: now,
      ...movement,
    })),
  )

type SubscriptionMeterChange = PricesToSave & MeterChange

async function savePeriods(
  uow: UnitOfWork,
  { onMeteredPeriodsChanged, onUsageSettled }: PeriodDeps,
  organizationId: Id<'organization'>,
  changes: readonly SubscriptionMeterChange[],
): Promise<readonly Billed[]> {
  await saveMeters(uow, organizationId, changes)
  const periods = changes.map(({ id: subscriptionId, customerId, meterId, closesAt, open }) => ({
    organizationId,
    customerId,
    subscriptionId,
    meterId,
    closesAt,
    open,
  }))
  const billed: Billed[] = []
  for (const changed of onMeteredPeriodsChanged) {
    const closed = (await changed(uow, periods)).flatMap((period): SettledPrice[] => {
      const change = changes.find(
        ({ id, meterId }) => id === period.subscriptionId && meterId === period.meterId,
      )
      if (change === undefined || change.closesAt === null) return []
      const { customerId, closesAt, billed: price } = change
      return [{ ...period, organizationId, customerId, closesAt, price, isOpen: false }]
    })
    for (const settled of onUsageSettled) await settled(uow, closed.map(settledPeriod))
    await insertSettlements(uow, closed)
    billed.push(...(await keepRevisions(uow, organizationId, closed)))
  }
  return billed
}

/** Notes what is billed of periods that go on. */
async function saveEarly(
  uow: UnitOfWork,
  { onUsageSettled }: PeriodDeps,
  organizationId: Id<'organization'>,
  all: readonly PricesToSave[],
): Promise<readonly Billed[]> {
  const early = all.flatMap(({ id, customerId, billedEarly }) =>
    billedEarly.map((price) => ({ subscriptionId: id, customerId, price })),
  )
  if (early.length === 0) return []
  const ids = early.map(({ subscriptionId }) => subscriptionId)
  const open = await findOpenPeriods(uow.tx, { organizationId, ids })
  const settled = early.flatMap(({ subscriptionId, customerId, price }): SettledPrice[] => {
    const { meterId } = price
    const period = open.find(
      (one) => one.subscriptionId === subscriptionId && one.meterId === meterId,
    )
    assert(period !== undefined, 'a metered price has an open period')
    return [{ ...period, organizationId, customerId, price, isOpen: true }]
  })
  for (const settle of onUsageSettled) await settle(uow, settled.map(settledPeriod))
  await insertSettlements(uow, settled)
  return keepRevisions(uow, organizationId, settled)
}

async function keepRevisions(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  closed: readonly SettledPrice[],
): Promise<readonly Billed[]> {
  const billed = closed.flatMap(({ price, ...period }) => {
    return price === null
      ? []
      : {
          ...period,
          productPriceId: price.productPriceId,
          price: storePrice(price.price),
        }
  })
  const ids = await insertRevisions(
    uow,
    organizationId,
    billed.map(({ subscriptionId, meterId, startsAt, price }) => ({
      subscriptionId,
      meterId,
      startsAt,
      price,
    })),
  )
  return billed.flatMap(({ subscriptionId, productPriceId }, at) => {
    const usageSettlementId = ids[at]
    return usageSettlementId === undefined
      ? []
      : { subscriptionId, productPriceId, usageSettlementId }
  })
}

const settledPeriod = ({ startsAt, ...period }: SettledPrice) => ({
  ...period,
  startsAt: new Date(startsAt),
})

function isRepriced({ before, after }: PricesToSave): boolean {
  const textOf = (prices: readonly SubscriptionPrice[]) => JSON.stringify(prices.map(fieldsOf))
  return textOf(before?.prices ?? []) !== textOf(after.prices)
}

const fieldsOf = (price: SubscriptionPrice) => [
  price.productPriceId,
  price.amount,
  price.discountAmount,
  price.quantity,
]
