import { date } from '@guildhall/contract/metrics/day-range'
import { rateFileLinesMax, rateText } from '@guildhall/contract/metrics/exchange-rates'
import { type Currency, currency as currencyShape } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface NewRate {
  readonly day: string
  readonly currency: Currency
  readonly rate: string
}

type Read<T> = T | Refusal<'exchange_rate_line_invalid'>

/** The rates of a CSV file, whose first line may name the columns. */
export function readRateFile(csv: string, reportingCurrency: Currency): Read<NewRate[]> {
  const rates = new Map<string, NewRate>()
  for (const [at, text] of csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const cells = text.split(',').map((cell) => cell.trim())
    if (text.trim() === '' || (at === 0 && cells.join().toLowerCase() === heading)) continue
    const line = at + 1
    if (rates.size === rateFileLinesMax) {
      return fault(line, 'day', `a file can have at most ${rateFileLinesMax} rates`)
    }
    const rate = rateOf(line, cells, reportingCurrency)
    if ('refused' in rate) return rate
    const key = `${rate.day} ${rate.currency}`
    if (rates.has(key)) return fault(line, 'day', 'an earlier line has a rate of the same day')
    rates.set(key, rate)
  }
  return [...rates.values()]
}

const heading = 'day,currency,rate'

function rateOf(line: number, cells: readonly string[], to: Currency): Read<NewRate> {
  const [day = '', code = '', text = ''] = cells
  const currency = currencyShape.safeParse(code.toLowerCase())
  const rate = rateText.safeParse(text)
  if (cells.length !== 3) return fault(line, 'day', 'expected three cells: day, currency and rate')
  if (!date.safeParse(day).success) return fault(line, 'day', 'expected a day such as 2026-03-01')
  if (!currency.success) return fault(line, 'currency', 'expected a code such as usd')
  if (currency.data === to) return fault(line, 'currency', 'the reporting currency needs no rate')
  if (!rate.success) return fault(line, 'rate', 'expected a number above 0, such as 0.92')
  return { day, currency: currency.data, rate: rate.data }
}

const fault = (line: number, field: keyof NewRate, words: string) =>
  refuse('exchange_rate_line_invalid', {
    loc: ['body', 'csv', line, field],
    line,
    field,
    fault: words,
  })
