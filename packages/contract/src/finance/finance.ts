import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { date, rangeFault } from '../metrics/day-range.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency } from '../primitives.ts'
import { taxabilityReasons } from '../tax/shapes.ts'
import { timeZone } from '../time-zone.ts'
import { incomeGroups } from './income-groups.ts'

/** How many days a report may span. */
export const financeDaysMax = 366

interface Spanned {
  readonly startDate: string
  readonly endDate: string
}

const spanning =
  <T extends Spanned>(): z.core.CheckFn<T> =>
  (context) => {
    const longest = `A range can span at most ${financeDaysMax} days`
    const fault = rangeFault(context.value, { daysMax: financeDaysMax, longest })
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
  }

const range = {
  startDate: date,
  /** Included. */
  endDate: date,
  organizationId: anyOf(organizationId),
  /** Where days begin; the organization’s own by default. */
  timezone: z.optional(timeZone),
  currency: anyOf(currency),
}

const ofFinance = {
  ...forSellers,
  tag: 'Finance',
  method: 'GET',
  status: 200,
  may: 'orders:read',
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
} as const

/** What the books say of a span in one currency; amounts that reduce the income are above zero. */
const Income = z.object({
  currency,
  /** The first day of the day or month. */
  date: z.nullable(z.string()),
  /** Null for what has no order, such as credit that was given. */
  productId: z.nullable(productId),
  productName: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Paid orders without tax, less what orders credited. */
  soldAmount: z.int(),
  refundedAmount: z.int(),
  /** Held while disputes are open, or lost. */
  disputedAmount: z.int(),
  processorFeeAmount: z.int(),
  /** Credit that was given to customers. */
  adjustedAmount: z.int(),
  incomeAmount: z.int(),
  /** Tax that was collected less what was returned. */
  taxAmount: z.int(),
})

export const listIncome = operation({
  ...ofFinance,
  name: 'listIncome',
  reads: 'replica',
  path: '/v1/finance/income',
  summary: 'List the income',
  description:
    'What the ledger says of the days from `start_date` to `end_date`, by day, month, product, ' +
    'country of the buyer or in total, each currency apart. Payouts are no part of it.',
  query: z
    .object({
      ...listing(['group', 'income_amount'], ['group']),
      ...range,
      groupBy: z._default(z.enum(incomeGroups), 'total'),
    })
    .check(spanning()),
  returns: listOf(Income),
})

const Tax = z.object({
  currency,
  /** Null where no address is known. */
  country: z.nullable(z.string()),
  /** The code of the state or province, without the country. */
  state: z.nullable(z.string()),
  taxabilityReason: z.enum(taxabilityReasons),
  /** Sales without tax, less what was refunded or disputed. */
  salesAmount: z.int(),
  collectedAmount: z.int(),
  /** Of refunds and disputes. */
  returnedAmount: z.int(),
  taxAmount: z.int(),
})

export const listTaxes = operation({
  ...ofFinance,
  name: 'listTaxes',
  reads: 'replica',
  path: '/v1/finance/taxes',
  summary: 'List the taxes by place',
  description:
    'What was sold in the days from `start_date` to `end_date` in each country, and each state of ' +
    'the United States and Canada, by the reason why it is taxed or not, and the tax on it. What an ' +
    'order credits counts where the credited sale was taxed.',
  query: z.object({ ...listing(['place'], ['place']), ...range }).check(spanning()),
  returns: listOf(Tax),
})

/** In the order of the file. */
export const journalColumns = [
  'date',
  'entry_id',
  'kind',
  'invoice_number',
  'order_id',
  'payment_id',
  'refund_id',
  'dispute_id',
  'account',
  'place',
  'currency',
  'debit',
  'credit',
  'amount',
  'side',
] as const
export type JournalColumn = (typeof journalColumns)[number]

export const exportJournal = operation({
  ...ofFinance,
  name: 'exportJournal',
  reads: 'replica',
  path: '/v1/finance/journal',
  summary: 'Export the journal as CSV',
  description:
    'Every line of the double-entry journal of the days from `start_date` to `end_date`, the oldest ' +
    'first, payouts included. `columns` chooses and orders the columns: `debit` and `credit`, or ' +
    '`amount` with `side` (`D` or `C`) for programs that want one amount. The response is ' +
    '`text/csv`, or the same file as a JSON string for callers that accept `application/json`.',
  query: z.object({ ...range, columns: anyOf(z.enum(journalColumns)) }).check(spanning()),
  returns: z.string(),
})
