import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant } from '../primitives.ts'
import { date } from './day-range.ts'

export const exchangeRateId = id('exchangeRate')

/** More of it would hardly be a rate of two currencies, and sums would lose their last digits. */
export const rateText = z
  .string()
  .check(
    z.regex(/^\d{1,8}(\.\d{1,12})?$/, 'Input should be a number above 0, such as 0.92'),
    z.regex(/[1-9]/, 'Input should be above 0'),
  )
  .brand<'decimal'>()

export const rateFileLinesMax = 5_000
const rateFileLengthMax = 200_000
const rateFileLimitBytes = 512 * 1024

export const ExchangeRate = z.object({
  id: exchangeRateId,
  organizationId,
  day: z.string(),
  currency,
  reportingCurrency: currency,
  /** How much of the reporting currency one of the currency is worth. */
  rate: z.string(),
  /** When it was last set. */
  enteredAt: instant,
  enteredBy: z.object({
    type: z.string(),
    id: z.uuid(),
    /** Of a user who still has an account; otherwise null. */
    name: z.nullable(z.string()),
  }),
})
export type ExchangeRate = z.output<typeof ExchangeRate>

/** The payload of its events, which name who did it themselves. */
export const RecordedExchangeRate = z.omit(ExchangeRate, { enteredBy: true })

const ofRates = { ...forSellers, tag: 'Exchange rates', status: 200 } as const
const mayWrite = 'metrics:write'

export const listExchangeRates = operation({
  ...ofRates,
  name: 'listExchangeRates',
  reads: 'replica',
  method: 'GET',
  path: '/v1/exchange-rates/',
  summary: 'List exchange rates',
  description: 'Those for the reporting currency of the organization; none while it has none.',
  may: 'metrics:read',
  query: z.object({
    ...listing(['day', 'currency'], ['-day', 'currency']),
    organizationId: anyOf(organizationId),
    currency: anyOf(currency),
  }),
  returns: listOf(ExchangeRate),
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const setExchangeRate = operation({
  ...ofRates,
  name: 'setExchangeRate',
  method: 'POST',
  path: '/v1/exchange-rates/',
  summary: 'Set the exchange rate of a day',
  description:
    'How much of the reporting currency one of `currency` is worth from that day until the day of the ' +
    'next rate. A rate that the day has already is replaced.',
  may: mayWrite,
  body: z.object({
    organizationId: z.nullish(organizationId),
    day: date,
    currency,
    rate: rateText,
  }),
  returns: ExchangeRate,
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'reporting_currency_missing',
    'exchange_rate_of_reporting_currency',
  ],
})

export const importExchangeRates = operation({
  ...ofRates,
  name: 'importExchangeRates',
  method: 'POST',
  path: '/v1/exchange-rates/import',
  summary: 'Import exchange rates',
  description:
    'Sets the rates of a CSV file with the columns `day`, `currency` and `rate`, such as ' +
    `\`2026-03-01,usd,0.92\`: all of up to ${rateFileLinesMax.toLocaleString('en')} lines, or none if one ` +
    'of them is wrong.',
  may: mayWrite,
  bodyLimitBytes: rateFileLimitBytes,
  body: z.object({
    organizationId: z.nullish(organizationId),
    csv: z.string().check(z.minLength(1), z.maxLength(rateFileLengthMax)),
  }),
  returns: z.object({
    /** Days of a currency that had no rate of their own. */
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
  }),
  refuses: [
    ...callRefusals,
    ...placeRefusals,
    'reporting_currency_missing',
    'exchange_rate_line_invalid',
  ],
})

export const deleteExchangeRate = operation({
  ...ofRates,
  name: 'deleteExchangeRate',
  method: 'DELETE',
  path: '/v1/exchange-rates/:id',
  summary: 'Delete an exchange rate',
  description: 'From that day on, the rate of an earlier day holds.',
  may: mayWrite,
  params: z.object({ id: exchangeRateId }),
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
