import type { TaxabilityReason } from '@guildhall/contract/tax/shapes'
import { countryName } from '#/entities/address/countries.ts'
import { formatDay } from '#/ui/calendar-days.ts'
import type { Income } from './finance-queries.ts'
import type { ShownGroup } from './finance-view.ts'

export const groupNames: Readonly<Record<ShownGroup, string>> = {
  day: 'Day',
  month: 'Month',
  product: 'Product',
  country: 'Country',
}

const monthOptions = { month: 'long', year: 'numeric' } as const

/** What a row of the income is of. */
export function groupText(
  by: ShownGroup,
  { date, productName, productId, country }: Income,
): string {
  switch (by) {
    case 'day':
      return date === null ? '' : formatDay(date)
    case 'month':
      return date === null ? '' : formatDay(date, monthOptions)
    case 'product':
      return productName ?? (productId === null ? 'No product' : 'Deleted product')
    case 'country':
      return country === null ? 'Unknown country' : countryName(country)
  }
}

/** Why sales are taxed or not. */
export const reasonTexts: Readonly<Record<TaxabilityReason, string>> = {
  standard_rated: 'Taxed',
  not_collecting: 'No registration here',
  product_exempt: 'Product exempt',
  reverse_charge: 'Reverse charge',
  not_subject_to_tax: 'Not subject to tax',
  not_supported: 'No rate known',
  address_incomplete: 'Address incomplete',
}

/** The amounts of a row, in the order of the columns. */
export const incomeColumns = [
  { field: 'soldAmount', heading: 'Sold', reduces: false },
  { field: 'refundedAmount', heading: 'Refunded', reduces: true },
  { field: 'disputedAmount', heading: 'Disputed', reduces: true },
  { field: 'processorFeeAmount', heading: 'Fees', reduces: true },
  { field: 'adjustedAmount', heading: 'Credit given', reduces: true },
  { field: 'incomeAmount', heading: 'Income', reduces: false },
  { field: 'taxAmount', heading: 'Tax', reduces: false },
] as const satisfies readonly { field: keyof Income; heading: string; reduces: boolean }[]

type IncomeColumn = (typeof incomeColumns)[number]

/** What reduces the income is below zero, so that a row adds up. */
export const amountOf = (row: Income, { field, reduces }: IncomeColumn): number =>
  reduces && row[field] !== 0 ? -row[field] : row[field]
