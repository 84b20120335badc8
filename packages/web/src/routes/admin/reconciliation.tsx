import { createFileRoute } from '@tanstack/react-router'
import { reconciliationQuery } from '#/features/admin/reconciliation-query.ts'
import { ReconciliationReport } from '#/features/admin/reconciliation-report.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/admin/reconciliation')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(reconciliationQuery),
  component: Reconciliation,
})

function Reconciliation() {
  return (
    <Page title="Reconciliation">
      <ReconciliationReport />
    </Page>
  )
}
