import { useQuery } from '@tanstack/react-query'
import Wallet from 'lucide-react/icons/wallet'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { ListView } from '#/lib/list-view.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { entriesQuery } from './balance-queries.ts'
import type { EntriesView } from './entries-view.ts'
import { entryColumns } from './entry-columns.tsx'

interface EntriesListProps {
  view: EntriesView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The entries of the balance, newest first. */
export function EntriesList({ view, onViewChange }: EntriesListProps) {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...entriesQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  return (
    <ListCard
      label="Entries"
      columns={entryColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(entry) => entry.id}
      view={view}
      onViewChange={onViewChange}
      sortedBy="-created_at"
      empty={
        <EmptyState icon={<Wallet />} title="No transactions yet">
          Payments, refunds and disputes appear here automatically and add up to your balance. Share
          a checkout link to make your first sale.
        </EmptyState>
      }
    />
  )
}
