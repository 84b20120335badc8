import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Scale from 'lucide-react/icons/scale'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ZoneOfDays } from '#/entities/organization/zone-of-days.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { disputeColumns } from './dispute-columns.tsx'
import { DisputeFilterBar } from './dispute-filters.tsx'
import { type Dispute, disputesQuery } from './dispute-queries.ts'
import { type DisputesView, newestFirst, readDisputesView } from './disputes-view.ts'

interface DisputesListProps {
  view: DisputesView
  onViewChange: (view: DisputesView, how: { replace: boolean }) => void
}

/** The disputes of an organization. */
export function DisputesList({ view, onViewChange }: DisputesListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...disputesQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: disputeId }: Dispute) =>
    ({ to: '/dashboard/$slug/disputes/$disputeId', params: { slug, disputeId } }) as const
  const { status, currency, from, to, ...list } = view
  const filters = { status, currency, from, to }
  const isNarrowed = Object.values(filters).some((one) => one !== undefined)
  const { page: _, ...firstPage } = list
  return (
    <ViewedList
      list="disputes"
      parameters={{ ...view }}
      onViewOpen={(search) => onViewChange(readDisputesView(search), { replace: false })}
      label="Disputes"
      filters={
        <DisputeFilterBar
          view={view}
          onChange={(chosen) =>
            onViewChange(readDisputesView({ ...firstPage, ...filters, ...chosen }), {
              replace: false,
            })
          }
        />
      }
      summary={from !== undefined && <ZoneOfDays />}
      columns={disputeColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(dispute) => dispute.id}
      rowHref={(dispute) => router.buildLocation(linkTo(dispute)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(dispute) => void navigate(linkTo(dispute))}
      view={list}
      onViewChange={(next, how) => onViewChange(readDisputesView({ ...next, ...filters }), how)}
      sortedBy={newestFirst}
      empty={
        !isNarrowed ? (
          <EmptyState icon={<Scale />} title="No disputes">
            When a customer disputes a payment at their bank, it appears here with the time to
            answer, and you get an email.
          </EmptyState>
        ) : (
          <NoMatch noun="disputes" onClear={() => onViewChange({}, { replace: false })}>
            Try fewer filters, or another period.
          </NoMatch>
        )
      }
    />
  )
}
