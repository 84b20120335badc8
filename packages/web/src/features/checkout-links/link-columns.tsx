import { Badge } from '#/ui/badge.tsx'
import { None } from '#/ui/none.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { LinkMenu, type LinkMenuProps } from './link-menu.tsx'
import { isSoldOut, linkName, productNames } from './link-text.ts'

const column = tableColumns<LinkMenuProps>()

export const linkColumns = column.columns([
  column.accessor('link.label', {
    id: 'label',
    header: 'Link',
    cell: ({ row: { original } }) => <Name {...original} />,
  }),
  column.display({
    id: 'discount',
    header: 'Discount',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) => <Discount {...original} />,
  }),
  column.accessor('link.createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.link.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <LinkMenu {...row.original} />,
  }),
])

type LinkProps = Pick<LinkMenuProps, 'link'>

function Name({ link }: LinkProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium wrap-anywhere">{linkName(link)}</span>
      {isSoldOut(link) && <Badge>nothing available</Badge>}
      {link.label !== null && (
        <span className="w-full text-xs text-ink-3 wrap-anywhere">
          {productNames(link.products)}
        </span>
      )}
    </span>
  )
}

function Discount({ link: { discount } }: LinkProps) {
  if (discount === null) return <None />
  return <span className="wrap-anywhere">{discount.name}</span>
}
