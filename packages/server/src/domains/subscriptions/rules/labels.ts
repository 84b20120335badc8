import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiplyDecimals,
} from '../../../kernel/decimal.ts'
import { type PeriodPrice, type Pricing, priceUsage } from '../../../kernel/metered-price.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { Period } from '../../../kernel/period.ts'
import type { Usage } from './facts.ts'

// Labels of items on orders and invoices.

export const cycleLabel = (product: string, quantity: number): string =>
  quantity === 1 ? product : `${product} × ${quantity}`

export const trialLabel = (product: string, period: Period): string =>
  `Trial of ${product} — ${fromTo(period)}`

export const remainingLabel = (product: string, rest: Period): string =>
  `Remaining time on ${product} — ${fromTo(rest)}`

interface QuantityChange {
  readonly product: string
  readonly from: { readonly quantity: number }
  readonly to: { readonly quantity: number }
  readonly rest: Period
}

export const quantityLabel = ({ product, from, to, rest }: QuantityChange): string =>
  `${product} × ${to.quantity} instead of ${from.quantity} — ${fromTo(rest)}`

interface Metered {
  readonly meterName: string | null
  readonly usage: Usage
  readonly price: PeriodPrice
  /** Those that it bills, where some were billed before. */
  readonly units: Decimal
  readonly isRest: boolean
}

export function meteredLabel(
  { meterName, usage, price, units: billed, isRest }: Metered,
  currency: Currency,
): string {
  const all = formatDecimal(usage.consumed)
  const units = isRest ? `${formatDecimal(billed)} of ${all}` : all
  const isCredited = compareDecimals(usage.credited, decimal(0)) > 0
  const covered = isCredited ? `, ${formatDecimal(usage.credited)} covered by credits` : ''
  const { parts } = priceUsage(price, usage)
  const free = parts.find(({ kind }) => kind === 'included')
  const included = free === undefined ? '' : `, ${formatDecimal(free.units)} included`
  const { minimumAmount, capAmount } = price
  const money = (amount: MinorUnits) => moneyText({ amount, currency })
  const minimum = minimumAmount === null ? '' : ` — At least ${money(minimumAmount)}`
  const cap = capAmount === null ? '' : ` — Capped at ${money(capAmount)}`
  const used = `(${units} consumed units${covered}${included})`
  const each = pricingText(price.pricing, currency)
  return `${meterName ?? 'Usage'} — ${used} ${each}${minimum}${cap}`
}

interface LateUsage {
  readonly meterName: string
  readonly price: PeriodPrice
  /** Below zero for what was corrected. */
  readonly units: Decimal
  readonly period: Period
}

export const lateUsageLabel = (
  { meterName, price, units, period }: LateUsage,
  currency: Currency,
): string =>
  `${meterName} — (${formatDecimal(units)} units reported later) ` +
  `${pricingText(price.pricing, currency)} — ${fromTo(period)}`

function pricingText(pricing: Pricing, currency: Currency): string {
  switch (pricing.scheme) {
    case 'unit':
      return `× ${unitPriceText(pricing.unitAmount, currency)}`
    case 'package': {
      const { packageUnits, packageAmount } = pricing
      return `in packages of ${formatDecimal(packageUnits)} × ${unitPriceText(packageAmount, currency)}`
    }
    case 'graduated':
      return 'in graduated tiers'
    case 'volume':
      return 'in volume tiers'
  }
}

/** With all of its digits, because a unit price may be finer than its currency. */
function unitPriceText(unitAmount: Decimal, currency: Currency): string {
  const style = { style: 'currency', currency } as const
  const digits = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 0
  const exact = new Intl.NumberFormat('en', { ...style, maximumFractionDigits: 20 })
  return exact.format(Number(formatDecimal(multiplyDecimals(unitAmount, decimal(`1e-${digits}`)))))
}

const fromTo = ({ start, end }: Period): string => `From ${dayText(start)} to ${dayText(end)}`

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

const dayText = (day: Date): string => dayFormat.format(day)
