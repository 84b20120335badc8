import { exportAuditEntries } from '@guildhall/contract/audit/audit-log'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { ExportButton } from '#/ui/export-button.tsx'
import { type AuditView, auditFilters } from './audit-view.ts'

/** Exports the entries that match the filters as CSV. */
export function ExportAuditButton({ view }: { view: AuditView }) {
  const { id, slug } = useOrganization()
  const query = { ...auditFilters(view), organizationId: [id] }
  return (
    <ExportButton
      fileName={`${slug}-audit-log`}
      csv={() => api.csv(exportAuditEntries, { query })}
    />
  )
}
