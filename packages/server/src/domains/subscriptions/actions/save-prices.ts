import type { Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import type { PriceInForce, SubscriptionFacts } from '../rules/facts.ts'
import { savePrices, saveUsage } from '../store/saving.ts'
import { priceColumns, usageColumns } from './subscription-columns.ts'

interface PricesToSave {
  readonly id: Id<'subscription'>
  /** Null where there were none before. */
  readonly before: SubscriptionFacts | null
  readonly after: SubscriptionFacts
}

/** Their own snapshots, and what is counted for them; nothing where nothing of it has changed. */
export async function savePricesOf(
  work: Work,
  organizationId: Id<'organization'>,
  saves: readonly PricesToSave[],
): Promise<void> {
  const idsOf = (some: readonly PricesToSave[]) => ({
    organizationId,
    ids: some.map(({ id }) => id),
  })
  const whose = (id: Id<'subscription'>) => ({ organizationId, subscriptionId: id })
  const priced = saves.filter((one) => differs(one, priceWords))
  await savePrices(
    work.tx,
    idsOf(priced),
    priced.flatMap(({ id, after }) => priceColumns(whose(id), after.prices)),
  )
  const metered = saves.filter((one) => differs(one, usageWords))
  await saveUsage(
    work.tx,
    idsOf(metered),
    metered.flatMap(({ id, after }) => usageColumns(work, whose(id), after.prices)),
    work.now,
  )
}

function differs(
  { before, after }: PricesToSave,
  words: (price: PriceInForce) => readonly unknown[],
): boolean {
  const inWords = (prices: readonly PriceInForce[]) => JSON.stringify(prices.map(words))
  return inWords(before?.prices ?? []) !== inWords(after.prices)
}

const priceWords = (price: PriceInForce) => [
  price.productPriceId,
  price.amount,
  price.discountAmount,
  price.quantity,
]

const usageWords = ({ meterId, usage }: PriceInForce) => [
  meterId,
  usage === null ? null : [String(usage.consumed.digits), usage.consumed.scale, usage.credited],
]
