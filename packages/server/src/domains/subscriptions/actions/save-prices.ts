import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SubscriptionFacts, SubscriptionPrice } from '../rules/facts.ts'
import { type MeterChange, meterChanges } from '../rules/metered-periods.ts'
import { priceColumns, savePrices } from '../store/prices.ts'
import { insertSettlements, type SettledPrice } from '../store/settled-usage.ts'
import { saveMeters } from '../store/usage.ts'
import type { SubscriptionDeps } from './deps.ts'

export interface PricesToSave {
  readonly id: Id<'subscription'>
  readonly customerId: Id<'customer'>
  /** Null for a new subscription. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
  /** Whether something is billed. */
  readonly isBilled: boolean
}

type PeriodDeps = Pick<SubscriptionDeps, 'onMeteredPeriodsChanged' | 'onUsageSettled'>

/** Writes only the prices of subscriptions where they changed, and the periods of their meters. */
export async function savePricesAndPeriods(
  uow: UnitOfWork,
  deps: PeriodDeps,
  organizationId: Id<'organization'>,
  all: readonly PricesToSave[],
): Promise<void> {
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
  if (changes.length > 0) await savePeriods(uow, deps, organizationId, changes)
}

type SubscriptionMeterChange = PricesToSave & MeterChange

async function savePeriods(
  uow: UnitOfWork,
  { onMeteredPeriodsChanged, onUsageSettled }: PeriodDeps,
  organizationId: Id<'organization'>,
  changes: readonly SubscriptionMeterChange[],
): Promise<void> {
  await saveMeters(uow, organizationId, changes)
  const periods = changes.map(({ id: subscriptionId, customerId, meterId, closesAt, open }) => ({
    organizationId,
    customerId,
    subscriptionId,
    meterId,
    closesAt,
    open,
  }))
  for (const changed of onMeteredPeriodsChanged) {
    const closed = (await changed(uow, periods)).flatMap((period): SettledPrice[] => {
      const change = changes.find(
        ({ id, meterId }) => id === period.subscriptionId && meterId === period.meterId,
      )
      if (change === undefined || change.closesAt === null) return []
      const { customerId, closesAt, billed: price } = change
      return [{ ...period, organizationId, customerId, closesAt, price }]
    })
    for (const settled of onUsageSettled) await settled(uow, closed.map(settledPeriod))
    await insertSettlements(uow, closed)
  }
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
