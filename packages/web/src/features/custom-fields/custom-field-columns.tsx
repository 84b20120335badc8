import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { CustomFieldMenu, type CustomFieldMenuProps } from './custom-field-menu.tsx'
import type { CustomFieldType } from './custom-field-queries.ts'
import { customFieldTypeDetails } from './custom-field-types.ts'

const column = tableColumns<CustomFieldMenuProps>()

export const customFieldColumns = column.columns([
  column.accessor('customField.slug', {
    id: 'slug',
    header: 'Slug',
    cell: ({ row }) => (
      <code className="font-mono text-xs break-all">{row.original.customField.slug}</code>
    ),
  }),
  column.accessor('customField.name', {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <span className="font-medium wrap-anywhere">{row.original.customField.name}</span>
    ),
  }),
  column.accessor('customField.type', {
    id: 'type',
    header: 'Type',
    cell: ({ row }) => <Type type={row.original.customField.type} />,
  }),
  column.accessor('customField.createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.customField.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <CustomFieldMenu {...row.original} />,
  }),
])

function Type({ type }: { type: CustomFieldType }) {
  const { name, icon: Icon } = customFieldTypeDetails[type]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden="true" className="size-4 text-ink-3" />
      {name}
    </span>
  )
}
