import { Copyable } from '#/ui/copyable.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { MeterMenu, type MeterMenuProps } from './meter-menu.tsx'
import { aggregationText, filterText } from './meter-text.ts'

const column = tableColumns<MeterMenuProps>()

export const meterColumns = column.columns([
  column.accessor('meter.name', {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{original.meter.name}</span>
        {original.meter.isArchived && <Status state="archived" />}
      </span>
    ),
  }),
  column.display({
    id: 'measures',
    header: 'Aggregation',
    cell: ({ row: { original } }) => (
      <>
        <span className="wrap-anywhere">{aggregationText(original.meter.aggregation)}</span>
        <span className="line-clamp-2 text-xs wrap-anywhere text-ink-3">
          where {filterText(original.meter.filter)}
        </span>
      </>
    ),
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        <Copyable
          short
          text={row.original.meter.id}
          what={`the ID of ${row.original.meter.name}`}
        />
      </span>
    ),
  }),
  column.accessor('meter.createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.meter.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <MeterMenu {...row.original} />,
  }),
])
