import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import Send from 'lucide-react/icons/send'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { NewerPill } from '#/ui/newer-pill.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { ShowOlder } from '#/ui/show-older.tsx'
import { useHeldRows } from '#/ui/use-held-rows.ts'
import { useReading } from '#/ui/use-reading.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { LogFilters } from './log-filters.tsx'
import { type Delivery, deliveriesQuery } from './log-queries.ts'
import { type LogView, readLogView } from './log-view.ts'
import { ReplayDialog } from './replay-dialog.tsx'

interface DeliveryLogProps {
  endpoint: WebhookEndpoint
  view: LogView
  onViewChange: (view: LogView) => void
}

/** The deliveries of an endpoint, newest first; updates itself, but not while it is being read. */
export function DeliveryLog({ endpoint, view, onViewChange }: DeliveryLogProps) {
  const { slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { log, region, top, rows, newer, showNewer } = useLog(endpoint, view)
  const linkTo = ({ id: deliveryId }: Delivery) =>
    ({
      to: '/dashboard/$slug/settings/webhooks/deliveries/$deliveryId',
      params: { slug, deliveryId },
    }) as const
  return (
    <Card
      flush
      title="Deliveries"
      description="Kept for 90 days."
      actions={<ReplayButton endpoint={endpoint} view={view} />}
    >
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2.5">
        <LogFilters
          types={endpoint.events}
          view={view}
          onChange={(changed) => onViewChange(readLogView({ ...view, ...changed }))}
        />
      </div>
      <div ref={region}>
        <NewerPill count={newer} region={region} top={top} onShow={showNewer} />
        <DataTable
          main
          label="Deliveries"
          columns={deliveryColumns}
          rows={rows}
          rowId={(delivery) => delivery.id}
          rowHref={(delivery) => router.buildLocation(linkTo(delivery)).href}
          // A failed navigation shows the error page, so it isn’t awaited.
          onOpen={(delivery) => void navigate(linkTo(delivery))}
          view={wholeList}
          onViewChange={nothing}
          total={rows?.length ?? 0}
          limit={rows?.length ?? 1}
          empty={
            Object.values(view).some((one) => one !== undefined) ? (
              <NoMatch noun="deliveries" onClear={() => onViewChange({})}>
                Try fewer filters, or another period.
              </NoMatch>
            ) : (
              <NothingSent />
            )
          }
        />
      </div>
      {log.hasNextPage && (
        <ShowOlder isFetching={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()} />
      )}
    </Card>
  )
}

/** The log’s data and its filters. */
function useLog(endpoint: WebhookEndpoint, view: LogView) {
  const { id } = useOrganization()
  const log = useInfiniteQuery({
    ...deliveriesQuery(id, endpoint.id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const latest = useMemo(() => log.data?.pages.flatMap(({ items }) => items), [log.data])
  const { region, top, isReading, finish } = useReading()
  const { rows, newer, release } = useHeldRows({
    // While other filters load, the data still belongs to the previous ones.
    latest: log.isPlaceholderData ? undefined : latest,
    of: JSON.stringify([endpoint.id, view]),
    isReading,
  })
  const showNewer = () => {
    finish()
    release()
  }
  return { log, region, top, rows, newer, showNewer }
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

function NothingSent() {
  return (
    <EmptyState icon={<Send />} title="No deliveries yet">
      Deliveries to this endpoint appear here with their requests, responses and retries.
    </EmptyState>
  )
}

interface ReplayButtonProps {
  endpoint: WebhookEndpoint
  view: LogView
}

/** Hidden for disabled endpoints: enabling them sends what they missed. */
function ReplayButton({ endpoint, view }: ReplayButtonProps) {
  const { role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'developers', 'write') || endpoint.disabledReason === 'member') return null
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        <History aria-hidden="true" /> Resend…
      </Button>
      {isOpen && <ReplayDialog endpoint={endpoint} view={view} onClose={() => setOpen(false)} />}
    </>
  )
}
