import type { DiscountExportColumn } from '@guildhall/contract/catalog/discount-export-columns'
import { exportDiscounts } from '@guildhall/contract/catalog/discounts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { discountColumns } from './discount-columns.tsx'
import { discountFilters } from './discount-queries.ts'
import type { DiscountsView } from './discounts-view.ts'

/** Exports the discounts that match search and filter as CSV. */
export function ExportDiscountsButton({ view }: { view: DiscountsView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('discounts', view.view)
  const query = { ...exportRequest(view), ...discountFilters(view), organizationId: [id] }
  const columns = fileColumns(discountColumns, shown, inFile)
  return (
    <ExportMenu
      fileName={`${slug}-discounts`}
      shown={() => api.csv(exportDiscounts, { query: { ...query, columns } })}
      all={() => api.csv(exportDiscounts, { query })}
    />
  )
}

/** By the columns of the list; the name has the status next to it, and the amount its duration. */
const inFile: Readonly<Record<string, readonly DiscountExportColumn[]>> = {
  name: ['name', 'status'],
  code: ['code'],
  amount: ['type', 'amount', 'currency', 'basis_points', 'duration', 'duration_in_months'],
  redemptions_count: ['redemptions_count', 'max_redemptions'],
  ends_at: ['ends_at'],
  created_at: ['created_at'],
}
