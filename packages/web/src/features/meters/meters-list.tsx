import { useQuery } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo, useState } from 'react'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { meterColumns } from './meter-columns.tsx'
import { EditMeterDialog } from './meter-dialog.tsx'
import type { MeterMenuProps } from './meter-menu.tsx'
import { type Meter, type MetersView, metersQuery } from './meter-queries.ts'

interface MetersListProps {
  view: MetersView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** What is measured of what customers use. */
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
            <NoMatch onClear={() => onViewChange({}, { replace: false })} />
          )
        }
      />
      {dialog}
    </>
  )
}

/** The meters with what can be done about each, and the dialog that was asked for. */
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
        toast({ title: `${name} is saved` })
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
      title="Nothing is measured"
      calls={callCode(window.location.origin, create)}
    >
      Your application reports events, and a meter counts them or adds up a number in them. Prices
      and credits are then set for each unit.
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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No meter matches"
      action={<Button onClick={onClear}>Show all meters</Button>}
    >
      No meter has these words in its name.
    </EmptyState>
  )
}
