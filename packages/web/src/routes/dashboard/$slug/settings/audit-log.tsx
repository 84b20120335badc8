import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { AuditList } from '#/features/audit-log/audit-list.tsx'
import { auditQuery, auditSettingsQuery } from '#/features/audit-log/audit-queries.ts'
import { readAuditView } from '#/features/audit-log/audit-view.ts'
import { ExportAuditButton } from '#/features/audit-log/export-audit-button.tsx'
import { KeptMonths } from '#/features/audit-log/kept-months.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/audit-log')({
  validateSearch: onlyParsed(readAuditView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(auditQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'audit_log'))
    void queryClient.prefetchQuery(auditSettingsQuery(organizationId))
  },
  component: AuditLog,
})

function AuditLog() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Audit log" actions={<ExportAuditButton view={view} />}>
      <KeptMonths />
      <AuditList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
