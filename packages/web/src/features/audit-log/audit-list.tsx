import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditEntrySheet } from './audit-entry-sheet.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditEntry, auditQuery } from './audit-queries.ts'
import { type AuditView, auditFilters, newestFirst, readAuditView } from './audit-view.ts'

interface AuditListProps {
  view: AuditView
  onViewChange: (view: AuditView, how: { replace: boolean }) => void
}

/** Who changed what, the newest first. */
export function AuditList({ view, onViewChange }: AuditListProps) {
  const { id } = useOrganization()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const { data } = useQuery({
    ...auditQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { page: _, ...firstPage } = view
  const filter = (changed: SearchParameters) =>
    onViewChange(readAuditView({ ...firstPage, ...changed }), { replace: false })
  const isFiltered = Object.keys(auditFilters(view)).length > 0
  return (
    <>
      <ViewedList
        list="audit_log"
        parameters={{ ...view }}
        onViewOpen={(search) => onViewChange(readAuditView(search), { replace: false })}
        label="Audit log"
        filters={<AuditFilters view={view} onChange={filter} />}
        columns={auditColumns}
        rows={data?.items}
        total={data?.pagination.totalCount}
        rowId={(entry) => entry.id}
        onOpen={setOpened}
        view={view}
        onViewChange={({ sort, page }, how) =>
          onViewChange(readAuditView({ ...view, sort, page }), how)
        }
        sortedBy={newestFirst}
        empty={
          isFiltered ? (
            <NoMatch noun="entries" onClear={() => onViewChange({}, { replace: false })}>
              Try other filters.
            </NoMatch>
          ) : (
            <EmptyState icon={<History />} title="Nothing was changed yet">
              Every change of this organization appears here with who made it.
            </EmptyState>
          )
        }
      />
      {opened && <AuditEntrySheet entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
