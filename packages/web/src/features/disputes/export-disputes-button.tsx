import { exportDisputes } from '@guildhall/contract/orders/disputes'
import type { DisputeExportColumn } from '@guildhall/contract/orders/export-columns'
import { useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { disputeColumns } from './dispute-columns.tsx'
import { disputeFilters } from './dispute-queries.ts'
import type { DisputesView } from './disputes-view.ts'

/** Exports the disputes that match the filters as CSV. */
export function ExportDisputesButton({ view }: { view: DisputesView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('disputes', view.view)
  const queryClient = useQueryClient()
  const asked = async () => ({
    ...exportRequest(view),
    ...(await disputeFilters(queryClient, id, view)),
    organizationId: [id],
  })
  const columns = fileColumns(disputeColumns, shown, inFile)
  return (
    <ExportMenu
      fileName={`${slug}-disputes`}
      shown={async () => api.csv(exportDisputes, { query: { ...(await asked()), columns } })}
      all={async () => api.csv(exportDisputes, { query: await asked() })}
    />
  )
}

/** By the columns of the list, whose amount is with tax. */
const inFile: Readonly<Record<string, readonly DisputeExportColumn[]>> = {
  customer: ['customer_name', 'customer_email'],
  reason: ['reason'],
  status: ['status'],
  evidence_due_by: ['evidence_due_by'],
  amount: ['amount', 'tax_amount', 'currency'],
  created_at: ['created_at'],
  currency: ['currency'],
  tax_amount: ['tax_amount', 'currency'],
  email: ['customer_email'],
}
