import type { Currency } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiplyDecimals,
} from '../../../kernel/decimal.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { Period } from '../../../kernel/period.ts'
import type { SubscriptionPrice } from './facts.ts'

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

type Metered = Pick<SubscriptionPrice, 'meterName' | 'unitAmount' | 'capAmount' | 'usage'>

export function meteredLabel(
  { meterName, unitAmount, capAmount, usage }: Metered,
  currency: Currency,
): string {
  assert(usage !== null && unitAmount !== null, 'a metered price has usage and a unit price')
  const units = formatDecimal(usage.consumed)
  const isCredited = compareDecimals(usage.credited, decimal(0)) > 0
  const covered = isCredited ? `, ${formatDecimal(usage.credited)} covered by credits` : ''
  const cap = capAmount === null ? '' : ` — Capped at ${moneyText({ amount: capAmount, currency })}`
  const unitPrice = unitPriceText(unitAmount, currency)
  return `${meterName ?? 'Usage'} — (${units} consumed units${covered}) × ${unitPrice}${cap}`
}

interface LateUsage {
  readonly meterName: string
  readonly unitAmount: Decimal
  /** Below zero for what was corrected. */
  readonly units: Decimal
  readonly period: Period
}

export const lateUsageLabel = (
  { meterName, unitAmount, units, period }: LateUsage,
  currency: Currency,
): string =>
  `${meterName} — (${formatDecimal(units)} units reported later) × ` +
  `${unitPriceText(unitAmount, currency)} — ${fromTo(period)}`

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
