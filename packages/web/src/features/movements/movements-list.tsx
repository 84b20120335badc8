import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { filterClasses, summaryClasses } from '#/ui/list-classes.ts'
import { NoMatch } from '#/ui/no-match.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { movementColumns } from './movement-columns.tsx'
import { MovementFilterBar } from './movement-filters.tsx'
import { type Movement, movementsQuery } from './movement-queries.ts'
import { MovementTotals } from './movement-totals.tsx'
import { type MovementsView, readMovementsView } from './movements-view.ts'

interface MovementsListProps {
  view: MovementsView
  onViewChange: (view: MovementsView) => void
}

/** Every change of what subscriptions bring in, newest first. */
export function MovementsList({ view, onViewChange }: MovementsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...movementsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const linkTo = ({ subscriptionId }: Movement) =>
    ({
      to: '/dashboard/$slug/subscriptions/$subscriptionId',
      params: { slug, subscriptionId },
    }) as const
  const isNarrowed = Object.values(view).some((one) => one !== undefined)
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2.5">
        <div className={filterClasses}>
          <MovementFilterBar
            view={view}
            onChange={(changed) => onViewChange(readMovementsView({ ...view, ...changed }))}
          />
        </div>
        {view.from !== undefined && (
          <div className={summaryClasses}>
            <MovementTotals view={view} />
          </div>
        )}
      </div>
      <DataTable
        main
        label="Movements"
        columns={movementColumns}
        rows={rows}
        rowId={(movement) => movement.id}
        rowHref={(movement) => router.buildLocation(linkTo(movement)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(movement) => void navigate(linkTo(movement))}
        view={wholeList}
        onViewChange={nothing}
        total={rows?.length ?? 0}
        limit={rows?.length ?? 1}
        empty={
          isNarrowed ? (
            <NoMatch noun="movements" onClear={() => onViewChange({})}>
              Try fewer filters, or another period.
            </NoMatch>
          ) : (
            <NoMovements />
          )
        }
      />
      {list.hasNextPage && (
        <ShowOlder isFetching={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      )}
    </Card>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

function NoMovements() {
  return (
    <EmptyState icon={<ArrowUpDown />} title="No movements yet">
      When a subscription starts, changes or ends, what it adds to your recurring revenue or takes
      from it appears here.
    </EmptyState>
  )
}
