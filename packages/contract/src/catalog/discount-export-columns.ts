/** Of the export of discounts, in their usual order. */
export const discountExportColumns = [
  'id',
  'created_at',
  'modified_at',
  'name',
  'code',
  'status',
  'type',
  'amount',
  'currency',
  'basis_points',
  'duration',
  'duration_in_months',
  'starts_at',
  'ends_at',
  'redemptions_count',
  'max_redemptions',
  'product_ids',
  'metadata',
] as const
export type DiscountExportColumn = (typeof discountExportColumns)[number]
