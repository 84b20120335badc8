import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Users from 'lucide-react/icons/users'
import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import type { Benefit } from './benefit-queries.ts'
import { holdersPerPage, holdersQuery } from './grant-queries.ts'
import { holderColumns } from './holder-columns.tsx'
import type { HoldersView } from './holders-view.ts'

interface HoldersCardProps {
  benefit: Benefit
  view: HoldersView
  onViewChange: (view: HoldersView, how: { replace: boolean }) => void
}

/** Who holds a benefit and why, and on request who held it. */
export function HoldersCard({ benefit, view, onViewChange }: HoldersCardProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...holdersQuery(id, benefit.id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { page = 1, holders } = view
  const total = data?.pagination.totalCount
  const goTo = (next: number, how: { replace: boolean }) =>
    onViewChange({ ...(holders && { holders }), ...(next > 1 && { page: next }) }, how)
  useExistingPage({ page, limit: holdersPerPage, total }, (last) => goTo(last, { replace: true }))
  const linkTo = ({ customerId }: Grant) =>
    ({ to: '/dashboard/$slug/customers/$customerId', params: { slug, customerId } }) as const
  return (
    <Card
      flush
      title="Holders"
      actions={
        <Segmented
          label="Show"
          options={shown}
          value={holders ?? 'held'}
          onChange={(next) =>
            onViewChange(next === 'all' ? { holders: next } : {}, { replace: false })
          }
        />
      }
    >
      <DataTable
        main
        label="Holders"
        columns={holderColumns}
        rows={data?.items}
        rowId={(grant) => grant.id}
        rowHref={(grant) => router.buildLocation(linkTo(grant)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(grant) => void navigate(linkTo(grant))}
        view={{ page, search: '' }}
        onViewChange={(next) => goTo(next.page, { replace: false })}
        total={total ?? 0}
        limit={holdersPerPage}
        empty={<NoHolders hadNone={holders === 'all'} />}
      />
    </Card>
  )
}

const shown = [
  { value: 'held', label: 'Held' },
  { value: 'all', label: 'All' },
] as const

function NoHolders({ hadNone }: { hadNone: boolean }) {
  return (
    <EmptyState
      icon={<Users />}
      title={hadNone ? 'Nobody has had this benefit yet' : 'Nobody holds this benefit'}
    >
      Customers get it when they buy a product that includes it.
    </EmptyState>
  )
}
