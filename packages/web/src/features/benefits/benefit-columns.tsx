import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { BenefitIcon } from './benefit-icon.tsx'
import type { Benefit } from './benefit-queries.ts'

const column = tableColumns<Benefit>()

export const benefitColumns = column.columns([
  column.accessor('description', {
    header: 'Description',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2.5">
        <BenefitIcon type={original.type} />
        <span className="min-w-0">
          <span className="font-medium wrap-anywhere">{original.description}</span>
          <span className="block text-xs text-ink-3 md:hidden">
            {benefitTypeDetails[original.type].name}
          </span>
        </span>
      </span>
    ),
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-2">{benefitTypeDetails[row.original.type].name}</span>
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end' },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])
