import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { GrantFailure } from './grant-failure.tsx'
import { GrantSource, SourceLink } from './grant-source.tsx'
import { heldSince } from './held-since.ts'
import { RetryButton } from './retry-button.tsx'

const column = tableColumns<Grant>()

export const holderColumns = column.columns([
  column.display({
    id: 'customer',
    header: 'Customer',
    cell: ({ row }) => (
      // Not squeezed by the words of an error.
      <div className="min-w-28">
        <CustomerCell sold={row.original} />
      </div>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => (
      <>
        <Status state={original.status} />
        <span className="mt-1 block text-xs md:hidden">
          <SourceLink grant={original} />
        </span>
        {original.error !== null && (
          <span className="mt-1 block min-w-28 text-xs">
            <GrantFailure error={original.error} />
          </span>
        )}
        <RetryButton grant={original} />
      </>
    ),
  }),
  column.display({
    id: 'source',
    header: 'Because of',
    meta: { onlyWide: true },
    cell: ({ row }) => <GrantSource grant={row.original} />,
  }),
  column.display({
    id: 'granted_at',
    header: 'Since',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => <Span grant={original} />,
  }),
])

function Span({ grant }: { grant: Grant }) {
  const since = heldSince(grant)
  const { revokedAt } = grant
  return (
    <span className="text-ink-3">
      {since === null ? '–' : <Time at={since} focusable={false} />}
      {revokedAt !== null && (
        <span className="block text-xs">
          until <Time at={revokedAt} focusable={false} />
        </span>
      )}
    </span>
  )
}
