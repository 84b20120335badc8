import type { CustomerStatus } from '@guildhall/contract/subscriptions/customer-statuses'
import { countryName } from '#/entities/address/countries.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { formatMoney } from '#/lib/format.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { None } from '#/ui/none.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { Status, statusWord } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { Customer } from './customer-queries.ts'
import type { CustomerSpend } from './spend-queries.ts'

/** A customer of the list. */
interface ListedCustomer extends Customer {
  /** By currency; undefined while loading, null if it couldn’t be loaded. */
  readonly spend: readonly CustomerSpend[] | undefined | null
  /** Likewise. */
  readonly status: CustomerStatus | undefined | null
}

const column = tableColumns<ListedCustomer>()

const extra = { onlyWide: true, isExtra: true } as const

export const customerColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2.5">
        <Avatar key={original.id} name={customerName(original)} />
        <span className="min-w-0">
          <span className="font-medium">
            <EmailText>{customerName(original)}</EmailText>
          </span>
          {original.name !== null && (
            <span className="block text-xs text-ink-3 md:hidden">
              <EmailText>{original.email}</EmailText>
            </span>
          )}
          <span className="mt-1 block md:hidden">
            <Standing status={original.status} />
          </span>
        </span>
      </span>
    ),
  }),
  column.accessor('email', {
    header: 'Email address',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-2">
        <EmailText>{row.original.email}</EmailText>
      </span>
    ),
  }),
  column.display({
    id: 'external_id',
    header: 'External ID',
    meta: { onlyWide: true },
    cell: ({ row }) => (
      <code className="font-mono text-xs break-all text-ink-2">{row.original.externalId}</code>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { onlyWide: true },
    cell: ({ row }) => <Standing status={row.original.status} />,
  }),
  column.display({
    id: 'spent',
    header: 'Spent',
    meta: { align: 'end' },
    cell: ({ row }) => <Spent spend={row.original.spend} />,
  }),
  column.accessor('createdAt', {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'country',
    header: 'Country',
    meta: extra,
    cell: ({ row: { original } }) =>
      original.billingAddress === null ? <None /> : countryName(original.billingAddress.country),
  }),
  column.display({
    id: 'tax_id',
    header: 'Tax ID',
    meta: extra,
    cell: ({ row }) => row.original.taxId?.[0] ?? <None />,
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: extra,
    cell: ({ row }) => <code className="font-mono text-xs">{row.original.id}</code>,
  }),
])

export function Standing({ status }: Pick<ListedCustomer, 'status'>) {
  if (status === undefined) return <Skeleton className="h-3.5 w-14" />
  if (status === null) return <Unknown />
  if (status === 'none') return <span className="text-ink-3">{standingText(status)}</span>
  return <Status state={status} />
}

/** What a status is called. */
export const standingText = (status: CustomerStatus): string =>
  status === 'none' ? 'no purchases' : statusWord(status)

function Spent({ spend }: Pick<ListedCustomer, 'spend'>) {
  if (spend === undefined) return <Skeleton className="ml-auto h-3.5 w-14" />
  if (spend === null) return <Unknown />
  if (spend.length === 0) return <None />
  return (
    <span className="figures">
      {spend.map(({ currency, spentAmount }) => (
        <span key={currency} className="block">
          {formatMoney(spentAmount, currency)}
        </span>
      ))}
    </span>
  )
}

const Unknown = () => <span className="text-ink-3">not loaded</span>
