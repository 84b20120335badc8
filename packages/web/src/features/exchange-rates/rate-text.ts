import { formatDay } from '#/ui/calendar-days.ts'
import type { ExchangeRate } from './rate-queries.ts'

/** “USD on 1 Mar 2026” */
export const rateName = ({ currency, day }: Pick<ExchangeRate, 'currency' | 'day'>): string =>
  `${currency.toUpperCase()} on ${dayText(day)}`

export const dayText = (day: string): string =>
  formatDay(day, { day: 'numeric', month: 'short', year: 'numeric' })

/** “1 USD = 0.92 EUR” */
export const worthText = ({ currency, rate, reportingCurrency }: ExchangeRate): string =>
  `1 ${currency.toUpperCase()} = ${rate} ${reportingCurrency.toUpperCase()}`

export function enteredByText({ enteredBy: { type, name } }: ExchangeRate): string {
  if (type === 'organization_access_token') return 'Access token'
  if (type === 'operator') return 'Operator'
  return name ?? 'Deleted user'
}
