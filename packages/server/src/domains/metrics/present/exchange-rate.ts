import type { ExchangeRate } from '@guildhall/contract/metrics/exchange-rates'
import { plainRate } from '../rules/exchange-rates.ts'
import type { EnteredRateRow, ExchangeRateRow } from '../store/exchange-rates.ts'

/** As its events have it. */
export const recordedRate = (row: ExchangeRateRow) => ({
  id: row.id,
  organizationId: row.organizationId,
  day: row.day,
  currency: row.currency,
  reportingCurrency: row.reportingCurrency,
  rate: plainRate(row.rate),
  enteredAt: row.enteredAt,
})

export const presentRate = (row: EnteredRateRow): ExchangeRate => ({
  ...recordedRate(row),
  enteredBy: { type: row.actorType, id: row.actorId, name: row.actorName },
})
