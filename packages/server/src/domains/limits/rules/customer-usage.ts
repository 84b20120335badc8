import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { addDecimals, type Decimal, decimal, subtractDecimals } from '../../../kernel/decimal.ts'
import type { PeriodPrice } from '../../../kernel/metered-price.ts'

/** What a customer uses, and what limits it. */
export interface CustomerUsage {
  readonly meters: ReadonlyMap<Id<'meter'>, MeterUsage>
  readonly spendingLimits: readonly SpendingLimit[]
  /** The metered prices of subscriptions with a spending limit. */
  readonly prices: readonly UsagePrice[]
}

export interface MeterUsage {
  readonly periods: readonly CurrentPeriod[]
  /** By reservations. */
  readonly held: Decimal
  /** What is left of credits, less what was used without them; null without credits. */
  readonly balance: Decimal | null
  readonly limits: readonly UnitLimit[]
}

/** A period that lasts: of a subscription that has the meter, or outside of subscriptions. */
export interface CurrentPeriod {
  readonly subscriptionId: Id<'subscription'> | null
  /** To the microsecond; `-infinity` outside of subscriptions. */
  readonly startsAt: string
  /** Null if that isn’t known. */
  readonly endsAt: Date | null
  /** Whether a metered price bills it. */
  readonly isPriced: boolean
  readonly consumed: Decimal
}

export interface UnitLimit {
  readonly units: Decimal
  readonly isHard: boolean
  readonly setBy: 'seller' | 'customer'
}

export interface SpendingLimit {
  readonly subscriptionId: Id<'subscription'>
  readonly amount: MinorUnits
  readonly isHard: boolean
}

export interface UsagePrice {
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** Of the current period, before discounts and tax. */
  readonly price: PeriodPrice
}

/** So many units of a meter, billed by a subscription, or by the oldest that has the meter. */
export interface UnitsOfMeter {
  readonly meterId: Id<'meter'>
  readonly units: Decimal
  readonly subscriptionId: Id<'subscription'> | null
}

export const zero = decimal(0)

export const noUsage: MeterUsage = { periods: [], held: zero, balance: null, limits: [] }

export const usageOfMeter = ({ meters }: CustomerUsage, meterId: Id<'meter'>): MeterUsage =>
  meters.get(meterId) ?? noUsage

const outsideOfSubscriptions: CurrentPeriod = {
  subscriptionId: null,
  startsAt: '-infinity',
  endsAt: null,
  isPriced: false,
  consumed: zero,
}

/** The period to which an event that happens now belongs, as the statement that counts it says. */
export function periodOf(
  { periods }: MeterUsage,
  subscriptionId: Id<'subscription'> | null,
): CurrentPeriod {
  const [oldest] = periods
    .filter((one) => one.subscriptionId !== null)
    .filter((one) => subscriptionId === null || one.subscriptionId === subscriptionId)
    .toSorted((a, b) => ((a.subscriptionId ?? '') < (b.subscriptionId ?? '') ? -1 : 1))
  return oldest ?? periods.find((one) => one.subscriptionId === null) ?? outsideOfSubscriptions
}

/** What counts towards limits: usage of subscriptions, or else that outside of them. */
export function limitedPeriods({ periods }: MeterUsage): readonly CurrentPeriod[] {
  const billed = periods.filter((one) => one.subscriptionId !== null)
  return billed.length > 0 ? billed : periods
}

export const consumedIn = (periods: readonly CurrentPeriod[]): Decimal =>
  periods.reduce((sum, { consumed }) => addDecimals(sum, consumed), zero)

export function withUse(usage: CustomerUsage, use: UnitsOfMeter): CustomerUsage {
  const meter = usageOfMeter(usage, use.meterId)
  const placed = periodOf(meter, use.subscriptionId)
  const others = meter.periods.filter((one) => one !== placed)
  return withMeter(usage, use.meterId, {
    ...meter,
    periods: [...others, { ...placed, consumed: addDecimals(placed.consumed, use.units) }],
    balance: meter.balance === null ? null : subtractDecimals(meter.balance, use.units),
  })
}

export function withHold(
  usage: CustomerUsage,
  { meterId, units }: Pick<UnitsOfMeter, 'meterId' | 'units'>,
): CustomerUsage {
  const meter = usageOfMeter(usage, meterId)
  return withMeter(usage, meterId, { ...meter, held: addDecimals(meter.held, units) })
}

export const withoutHold = (
  usage: CustomerUsage,
  { meterId, units }: Pick<UnitsOfMeter, 'meterId' | 'units'>,
): CustomerUsage => withHold(usage, { meterId, units: subtractDecimals(zero, units) })

const withMeter = (
  usage: CustomerUsage,
  meterId: Id<'meter'>,
  meter: MeterUsage,
): CustomerUsage => ({ ...usage, meters: new Map(usage.meters).set(meterId, meter) })
