import type { IncomeGroup } from '@guildhall/contract/finance/finance'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { IncomeRow } from '../store/income.ts'

const productId = z.nullable(id('product'))

/** The group stands in the field that it is of. */
export const presentIncome =
  (groupBy: IncomeGroup) =>
  ({ group, ...row }: IncomeRow) => ({
    currency: row.currency,
    date: groupBy === 'day' || groupBy === 'month' ? group : null,
    productId: groupBy === 'product' ? z.parse(productId, group) : null,
    productName: row.productName,
    country: groupBy === 'country' ? group : null,
    soldAmount: row.soldAmount,
    refundedAmount: row.refundedAmount,
    disputedAmount: row.disputedAmount,
    processorFeeAmount: row.processorFeeAmount,
    adjustedAmount: row.adjustedAmount,
    incomeAmount: row.incomeAmount,
    taxAmount: row.taxAmount,
  })
