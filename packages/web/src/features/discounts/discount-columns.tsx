import { amountText, durationText } from '#/entities/discount/discount-terms.ts'
import { Badge } from '#/ui/badge.tsx'
import { None } from '#/ui/none.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import { useNow } from '#/ui/use-now.ts'
import { DiscountMenu, type DiscountMenuProps } from './discount-menu.tsx'
import { redemptionText, statusOf, statusText } from './discount-text.ts'

const column = tableColumns<DiscountMenuProps>()

export const discountColumns = column.columns([
  column.accessor('discount.name', {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => <Name {...original} />,
  }),
  column.accessor('discount.code', {
    id: 'code',
    header: 'Code',
    meta: { onlyWide: true },
    cell: ({ row }) => <Code {...row.original} />,
  }),
  column.display({
    id: 'amount',
    header: 'Amount off',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <>
        {amountText(original.discount)}
        <span className="block text-xs text-ink-3">{durationText(original.discount)}</span>
      </>
    ),
  }),
  column.accessor('discount.redemptionsCount', {
    id: 'redemptions_count',
    header: 'Redemptions',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => redemptionText(row.original.discount),
  }),
  column.accessor('discount.endsAt', {
    id: 'ends_at',
    header: 'Ends',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => <At at={original.discount.endsAt} />,
  }),
  column.accessor('discount.createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => <At at={row.original.discount.createdAt} />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <DiscountMenu {...row.original} />,
  }),
])

function At({ at }: { at: Date | null }) {
  if (at === null) return <span className="text-ink-3">never</span>
  return (
    <span className="text-ink-3">
      <DayOf at={at} focusable={false} />
    </span>
  )
}

function Name({ discount }: Pick<DiscountMenuProps, 'discount'>) {
  const status = statusOf(discount, useNow())
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-medium wrap-anywhere">{discount.name}</span>
      {status !== 'active' && <Badge>{statusText[status]}</Badge>}
      {discount.code !== null && (
        <code className="w-full font-mono text-xs break-all text-ink-3 md:hidden">
          {discount.code}
        </code>
      )}
    </span>
  )
}

/** Copies the code on click. */
function Code({ discount: { code, name } }: Pick<DiscountMenuProps, 'discount'>) {
  const copy = useCopy()
  if (code === null) return <None />
  return (
    <button
      type="button"
      aria-label={`Copy the code ${code} of ${name}`}
      className={codeClasses}
      onClick={() => void copy(code, code)}
    >
      {code}
    </button>
  )
}

const codeClasses =
  'min-h-6 min-w-16 rounded-xs bg-sunken px-1.5 py-0.5 text-left font-mono text-xs break-all ' +
  'hover:text-accent'
