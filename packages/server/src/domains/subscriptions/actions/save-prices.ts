import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SubscriptionFacts, SubscriptionPrice } from '../rules/facts.ts'
import { priceColumns, savePrices } from '../store/prices.ts'
import { saveUsage, usageColumns } from '../store/usage.ts'

interface PricesToSave {
  readonly id: Id<'subscription'>
  /** Null for a new subscription. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
}

/** Writes only the prices and the usage of subscriptions where they changed. */
export async function savePricesAndUsage(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  all: readonly PricesToSave[],
): Promise<void> {
  const someOf = (changed: readonly PricesToSave[]) => ({
    organizationId,
    ids: changed.map(({ id }) => id),
  })
  const repriced = all.filter((one) => differs(one, priceFields))
  await savePrices(
    uow.tx,
    someOf(repriced),
    repriced.flatMap(({ id: subscriptionId, after }) =>
      priceColumns({ organizationId, subscriptionId }, after.prices),
    ),
  )
  const metered = all.filter((one) => differs(one, usageFields))
  await saveUsage(
    uow.tx,
    someOf(metered),
    metered.flatMap(({ id: subscriptionId, after }) =>
      usageColumns(uow, { organizationId, subscriptionId }, after.prices),
    ),
    uow.now,
  )
}

function differs(
  { before, after }: PricesToSave,
  fieldsOf: (price: SubscriptionPrice) => readonly unknown[],
): boolean {
  const textOf = (prices: readonly SubscriptionPrice[]) => JSON.stringify(prices.map(fieldsOf))
  return textOf(before?.prices ?? []) !== textOf(after.prices)
}

const priceFields = (price: SubscriptionPrice) => [
  price.productPriceId,
  price.amount,
  price.discountAmount,
  price.quantity,
]

const usageFields = ({ meterId, usage }: SubscriptionPrice) => [
  meterId,
  usage === null ? null : [String(usage.consumed.digits), usage.consumed.scale, usage.credited],
]
