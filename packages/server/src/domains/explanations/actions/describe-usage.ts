import { type Calculation, calculationOf, type Meter } from '@guildhall/contract/metering/shapes'
import type { ExplainedPrice, UsageExplanation } from '@guildhall/contract/orders/explanations'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { CreditLot } from '@guildhall/contract/usage/credit-shapes'
import * as z from 'zod/mini'
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import type { PeriodPrice } from '../../../kernel/metered-price.ts'
import { pricingText } from '../../../kernel/stored-price.ts'
import { presentPart } from '../../catalog/present/charge-part.ts'
import type { LotRow } from '../../credits/store/facts.ts'
import { addsUp } from '../../metering/rules/aggregation.ts'
import type { RevisionRow } from '../../subscriptions/store/usage-settlements.ts'
import type { CountedEventRow } from '../../usage/store/counted-events.ts'
import type { ExplainedUsage } from '../rules/explain-usage.ts'

interface UsageDetails {
  readonly meter: z.output<typeof Meter>
  readonly revisions: { readonly before: RevisionRow | null; readonly after: RevisionRow }
  readonly price: PeriodPrice
  readonly explained: ExplainedUsage
  readonly otherItemsAmount: MinorUnits
  readonly lots: readonly LotRow[]
  readonly events: readonly CountedEventRow[]
  readonly hasMore: boolean
  /** Since when all are kept; null where none was removed. */
  readonly completeFrom: Date | null
}

const zero = decimal(0)

export function describeUsage(details: UsageDetails): UsageExplanation {
  const { meter, price, explained, lots, events, completeFrom } = details
  const { before, after } = details.revisions
  const { func } = calculationOf(meter.aggregation)
  return {
    meter: { id: meter.id, name: meter.name, aggregation: meter.aggregation },
    periodStart: after.startsAt,
    periodEnd: after.endsAt,
    price: presentPrice(price),
    before: before && billedIn(before),
    after: billedIn(after),
    units: formatDecimal(explained.units),
    parts: explained.parts.map(presentPart),
    roundingAmount: formatDecimal(explained.rounding),
    differenceAmount: explained.differenceAmount,
    otherItemsAmount: details.otherItemsAmount,
    deductedAmount: explained.deductedAmount,
    credits: lots.map((lot) => presentLot(lot, explained)),
    laterCreditUnits: formatDecimal(explained.laterCreditUnits),
    eventCount: after.eventCount,
    eventSum: formatDecimal(decimal(after.eventSum)),
    carriedUnits: formatDecimal(explained.carriedUnits),
    laterUnits: formatDecimal(explained.laterUnits),
    events: events.map((event) => presentEvent(event, func, after)),
    eventsKeptFrom: completeFrom !== null && after.startsAt < completeFrom ? completeFrom : null,
    nextAfter: details.hasMore ? (events.at(-1)?.id ?? null) : null,
  }
}

const billedIn = ({ consumedUnits, creditedUnits, amount }: RevisionRow) => ({
  consumedUnits: formatDecimal(decimal(consumedUnits)),
  creditedUnits: formatDecimal(decimal(creditedUnits)),
  amount,
})

const presentPrice = ({
  pricing,
  includedUnits,
  minimumAmount,
  capAmount,
  chargedBefore = zero,
}: PeriodPrice): ExplainedPrice => ({
  unitAmount: null,
  packageUnits: null,
  packageAmount: null,
  tiers: [],
  ...pricingText(pricing),
  includedUnits: formatDecimal(includedUnits),
  minimumAmount,
  capAmount,
  chargedBeforeUnits: formatDecimal(chargedBefore),
})

const presentLot = (lot: LotRow, { lots }: ExplainedUsage) => ({
  id: lot.id,
  createdAt: lot.createdAt,
  source: z.parse(CreditLot.shape.source, lot.source),
  expiresAt: lot.expiresAt,
  reason: lot.reason,
  units: formatDecimal(lots.find(({ lotId }) => lotId === lot.id)?.units ?? zero),
})

function presentEvent(
  event: CountedEventRow,
  func: Calculation['func'],
  { countedUnits }: RevisionRow,
) {
  const value = decimal(event.value)
  const isExtreme = func === 'max' || func === 'min'
  const isDecisive =
    isExtreme && !event.isRemoved && compareDecimals(value, decimal(countedUnits)) === 0
  return {
    id: event.id,
    timestamp: event.timestamp,
    name: event.name,
    externalId: event.externalId,
    entity: event.entity,
    value: formatDecimal(value),
    units: addsUp(func) ? formatDecimal(event.isRemoved ? negative(value) : value) : null,
    isDecisive,
    change: event.isRemoved ? ('removed' as const) : ('added' as const),
    voidedAt: event.voidedAt,
    replacedBy: event.replacedBy,
  }
}

const negative = (value: Decimal): Decimal => subtractDecimals(zero, value)
