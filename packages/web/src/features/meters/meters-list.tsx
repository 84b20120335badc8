import { useQuery } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { callCode } from '#/lib/call-code.ts'
import type { ListView } from '#/lib/list-view.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useToast } from '#/ui/toast.tsx'
import { meterColumns } from './meter-columns.tsx'
import { EditMeterDialog } from './meter-dialog.tsx'
import type { MeterMenuProps } from './meter-menu.tsx'
import { type Meter, type MetersView, metersQuery } from './meter-queries.ts'

interface MetersListProps {
  view: MetersView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The meters of an organization. */
export function MetersList({ view, onViewChange }: MetersListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...metersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useMeterRows(data?.items)
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <>
      <ListCard
        label="Meters"
        search="Search meters"
        columns={meterColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ meter }) => meter.id}
        {...(mayWrite && { onOpen: ({ onEdit }: MeterMenuProps) => onEdit() })}
        view={view}
        onViewChange={onViewChange}
        sortedBy="name"
        empty={
          view.q === undefined ? (
            <NoMeters />
          ) : (
            <NoMatch noun="meters" onClear={() => onViewChange({}, { replace: false })}>
              No meter has a name like this.
            </NoMatch>
          )
        }
      />
      {dialog}
    </>
  )
}

/** The meters with their menus, and the open dialog. */
function useMeterRows(meters: readonly Meter[] | undefined) {
  const [edited, setEdited] = useState<Meter | null>(null)
  const toast = useToast()
  const rows = useMemo(
    () => meters?.map((meter) => ({ meter, onEdit: () => setEdited(meter) })),
    [meters],
  )
  const close = () => setEdited(null)
  const dialog = edited && (
    <EditMeterDialog
      meter={edited}
      onClose={close}
      onSaved={({ name }) => {
        toast({ title: `${name} saved` })
        close()
      }}
    />
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
