import { subtract } from '../../../kernel/money.ts'
import type { TaxRow } from '../store/taxes.ts'

export const presentTax = ({ collectedAmount, returnedAmount, ...row }: TaxRow) => ({
  currency: row.currency,
  country: row.country,
  state: row.state,
  taxabilityReason: row.taxabilityReason,
  salesAmount: row.salesAmount,
  collectedAmount,
  returnedAmount,
  taxAmount: subtract(collectedAmount, returnedAmount),
})
