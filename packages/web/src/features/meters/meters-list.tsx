import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Gauge from 'lucide-react/icons/gauge'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { callCode } from '#/lib/call-code.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ArchiveMeterDialog } from './archive-meter-dialog.tsx'
import { meterColumns } from './meter-columns.tsx'
import { EditMeterDialog } from './meter-dialog.tsx'
import type { MeterMenuProps } from './meter-menu.tsx'
import { type Meter, metersQuery } from './meter-queries.ts'
import { type MetersView, meterStatusOf, readMetersView, withMeterStatus } from './meters-view.ts'

interface MetersListProps {
  view: MetersView
  onViewChange: (view: MetersView, how: { replace: boolean }) => void
}

/** The meters of an organization. */
export function MetersList({ view, onViewChange }: MetersListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...metersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useMeterRows(data?.items)
  const linkOf = ({ meter }: MeterMenuProps) =>
    ({ to: '/dashboard/$slug/meters/$meterId', params: { slug, meterId: meter.id } }) as const
  return (
    <>
      <ListCard
        label="Meters"
        search="Search meters"
        columns={meterColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ meter }) => meter.id}
        rowHref={(row) => router.buildLocation(linkOf(row)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(row) => void navigate(linkOf(row))}
        view={view}
        onViewChange={(list, how) =>
          onViewChange(readMetersView({ ...list, show: view.show }), how)
        }
        filters={
          <Segmented
            label="Meter status"
            options={statusOptions}
            value={meterStatusOf(view)}
            onChange={(status) => onViewChange(withMeterStatus(view, status), { replace: false })}
          />
        }
        sortedBy="name"
        empty={
          view.q === undefined && view.show !== 'archived' ? (
            <NoMeters />
          ) : (
            <NoMatch
              noun="meters"
              onClear={() => onViewChange({ show: 'all' }, { replace: false })}
            >
              {view.q === undefined ? 'No meter is archived.' : 'No meter has a name like this.'}
            </NoMatch>
          )
        }
      />
      {dialog}
    </>
  )
}

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

/** The meters with their menus, and the open dialog. */
function useMeterRows(meters: readonly Meter[] | undefined) {
  const [asked, setAsked] = useState<{ meter: Meter; for: 'edit' | 'archive' } | null>(null)
  const toast = useToast()
  const rows = useMemo(
    () =>
      meters?.map((meter) => ({
        meter,
        onEdit: () => setAsked({ meter, for: 'edit' }),
        onArchive: () => setAsked({ meter, for: 'archive' }),
      })),
    [meters],
  )
  const close = () => setAsked(null)
  useKeptFocus(asked?.for === 'archive')
  const dialog =
    asked?.for === 'edit' ? (
      <EditMeterDialog
        meter={asked.meter}
        onClose={close}
        onSaved={({ name }) => {
          toast({ title: `${name} saved` })
          close()
        }}
      />
    ) : (
      asked && <ArchiveMeterDialog meter={asked.meter} onClose={close} />
    )
  return { rows, dialog }
}

function NoMeters() {
  return (
    <EmptyState
      icon={<Gauge />}
      title="No meters yet"
      calls={callCode(window.location.origin, create)}
    >
      Meters count the events your application reports, or aggregate a property of them, to bill
      usage per unit.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/meters/',
  sdk: 'meters.create',
  argument: {
    name: 'API calls',
    filter: {
      conjunction: 'and',
      clauses: [{ property: 'name', operator: 'eq', value: 'api_call' }],
    },
    aggregation: { func: 'count' },
  },
} as const
