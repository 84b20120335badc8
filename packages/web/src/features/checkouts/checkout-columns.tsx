import { EmailText } from '#/ui/email-text.tsx'
import { Money } from '#/ui/money.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { buyerName } from './buyer-name.ts'
import type { Checkout } from './checkout-queries.ts'

const column = tableColumns<Checkout>()

export const checkoutColumns = column.columns([
  column.display({
    id: 'customer',
    header: 'Buyer',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">
          <EmailText>{buyerName(original)}</EmailText>
        </span>
        <span className="block text-xs text-ink-3 wrap-anywhere md:hidden">
          {original.product.name}
        </span>
        {original.customerName !== null && original.customerEmail !== null && (
          <span className="block text-xs text-ink-3 max-md:hidden">
            <EmailText>{original.customerEmail}</EmailText>
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'product',
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row }) => <span className="wrap-anywhere">{row.original.product.name}</span>,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <Status state={row.original.status} />,
  }),
  column.display({
    id: 'total',
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => (
      <Money amount={original.totalAmount} currency={original.currency} />
    ),
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Opened',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <DayOf at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
])
