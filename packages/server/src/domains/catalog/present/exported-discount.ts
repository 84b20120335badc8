import type { DiscountExportColumn } from '@guildhall/contract/catalog/discount-export-columns'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import type { ExportedDiscountRow } from '../store/discount-list.ts'

/** Named like the fields of a discount. */
const columns: CsvColumns<ExportedDiscountRow, DiscountExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  name: (row) => row.name,
  code: (row) => row.code,
  status: (row) => row.status,
  type: (row) => row.type,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  basis_points: (row) => row.basisPoints,
  duration: (row) => row.duration,
  duration_in_months: (row) => row.durationInMonths,
  starts_at: (row) => row.startsAt,
  ends_at: (row) => row.endsAt,
  redemptions_count: (row) => row.redemptionsCount,
  max_redemptions: (row) => row.maxRedemptions,
  product_ids: (row) => row.productIds,
  metadata: (row) => JSON.stringify(row.metadata),
}

export const exportedDiscounts = (chosen?: readonly DiscountExportColumn[]) =>
  csvTable(columns, chosen)
