import { grantStatuses } from '@guildhall/contract/entitlements/grant-shapes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Users from 'lucide-react/icons/users'
import { platformOf } from '#/entities/benefit/external-platform.ts'
import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import type { Benefit } from './benefit-queries.ts'
import { holdersPerPage, holdersQuery } from './grant-queries.ts'
import { holderColumns } from './holder-columns.tsx'
import type { HoldersView } from './holders-view.ts'
import { RetryAllButton } from './retry-button.tsx'

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
  const isExternal = platformOf(benefit.type) !== null
  const filter = (next: StatusFilterProps['holders']) =>
    onViewChange(next === undefined ? {} : { holders: next }, { replace: false })
  const linkTo = ({ customerId }: Grant) =>
    ({ to: '/dashboard/$slug/customers/$customerId', params: { slug, customerId } }) as const
  return (
    <Card
      flush
      title="Holders"
      actions={
        isExternal ? (
          <RetryAllButton benefit={benefit} />
        ) : (
          <Segmented
            label="Show"
            options={heldOrAll}
            value={holders === undefined ? 'held' : 'all'}
            onChange={(next) => filter(next === 'all' ? 'all' : undefined)}
          />
        )
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
        toolbar={isExternal && <StatusFilter holders={holders} onChange={filter} />}
        empty={<NoHolders holders={holders} />}
      />
    </Card>
  )
}

const heldOrAll = [
  { value: 'held', label: 'Held' },
  { value: 'all', label: 'All' },
] as const

interface StatusFilterProps {
  holders: HoldersView['holders'] | undefined
  onChange: (holders: StatusFilterProps['holders']) => void
}

/** For what is given at another service; everything else is either held or revoked. */
function StatusFilter({ holders, onChange }: StatusFilterProps) {
  return (
    <FilterChip name="Status" value={holders ?? null} onClear={() => onChange(undefined)}>
      {grantStatuses.map((status) => (
        <MenuItem key={status} onSelect={() => onChange(status)}>
          {capitalized(status)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onChange('all')}>All, also revoked</MenuItem>
    </FilterChip>
  )
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function NoHolders({ holders }: Pick<StatusFilterProps, 'holders'>) {
  return (
    <EmptyState icon={<Users />} title={emptyTitle(holders)}>
      Customers get it when they buy a product that includes it.
    </EmptyState>
  )
}

function emptyTitle(holders: StatusFilterProps['holders']): string {
  if (holders === undefined) return 'Nobody holds this benefit'
  return holders === 'all' ? 'Nobody has had this benefit yet' : `Nothing is ${holders}`
}
