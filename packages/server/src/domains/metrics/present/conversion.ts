import type { Conversion } from '../rules/conversion.ts'
import { plainRate } from '../rules/exchange-rates.ts'

export const presentConversion = (
  { rates, unconverted }: Pick<Conversion, 'rates' | 'unconverted'>,
  timeZone: string,
) => ({
  rates: rates.map(({ currency, day, rate }) => ({ currency, day, rate: plainRate(rate) })),
  unconverted: unconverted.map(({ currency, firstAt }) => ({
    currency,
    firstDay: dateIn(timeZone, firstAt),
  })),
})

/** The Swedish format is that of ISO 8601. */
const dateIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(instant)
