import { Copyable } from '#/ui/copyable.tsx'
import { Money } from '#/ui/money.tsx'
import { None } from '#/ui/none.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import type { Difference } from './reconciliation-query.ts'

const kinds: Readonly<Record<Difference['kind'], string>> = {
  missing_here: 'missing in the ledger',
  missing_at_stripe: 'missing at Stripe',
  amount_differs: 'with another amount',
  fee_differs: 'with another fee',
  currency_differs: 'in another currency',
}

const subjects: Readonly<Record<Difference['about'], string>> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
}

/** “Charge with another fee”. */
const differenceTitle = ({ kind, about }: Pick<Difference, 'kind' | 'about'>): string =>
  `${subjects[about]} ${kinds[kind]}`

const column = tableColumns<Difference>()

export const differenceColumns = column.columns([
  column.display({
    id: 'difference',
    header: 'Difference',
    cell: ({ row: { original } }) => (
      <>
        <span className="block">{differenceTitle(original)}</span>
        <span className="block text-xs text-ink-3">
          {original.organization?.name ?? 'Unknown organization'}
        </span>
        <span className="mt-1 block text-xs text-ink-2 md:hidden">
          Ledger: <Sum sum={original.here} /> · Stripe: <Sum sum={original.atStripe} />
        </span>
      </>
    ),
  }),
  column.display({
    id: 'payment',
    header: 'Payment',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) =>
      original.paymentId === null ? (
        <None />
      ) : (
        <Copyable text={original.paymentId} what="payment ID" short />
      ),
  }),
  column.display({
    id: 'transaction',
    header: 'Balance transaction',
    meta: { onlyWide: true },
    cell: ({ row: { original } }) =>
      original.transactionId === null ? (
        <span className="text-ink-3">all of the payment</span>
      ) : (
        <Copyable text={original.transactionId} what="transaction ID" short />
      ),
  }),
  column.display({
    id: 'here',
    header: 'Ledger',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => <Sum sum={original.here} />,
  }),
  column.display({
    id: 'stripe',
    header: 'Stripe',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => <Sum sum={original.atStripe} />,
  }),
])

function Sum({ sum }: { sum: Difference['here'] }) {
  return sum === null ? <None /> : <Money amount={sum.amount} currency={sum.currency} />
}
