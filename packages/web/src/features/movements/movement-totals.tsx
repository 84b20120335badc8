import { movementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { useQuery } from '@tanstack/react-query'
import { movementNames } from '#/entities/metric/movement-names.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatCount } from '#/lib/format.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { signedText } from './movement-amounts.ts'
import { type MovementTotal, movementTotalsQuery } from './movement-queries.ts'
import type { MovementsView } from './movements-view.ts'

/** What the matching movements add up to, by currency: the figures that lead to this list. */
export function MovementTotals({ view }: { view: MovementsView }) {
  const { id } = useOrganization()
  const { data: totals, isError } = useQuery(movementTotalsQuery(id, view))
  if (isError || totals?.length === 0) return null
  if (totals === undefined) return <Skeleton className="h-5 w-64" />
  const currencies = [...new Set(totals.map(({ currency }) => currency))]
  return (
    <ul aria-label="Totals" className="grid gap-1">
      {currencies.map((currency) => (
        <li key={currency}>
          <OfCurrency
            currency={currency}
            totals={totals.filter((one) => one.currency === currency)}
          />
        </li>
      ))}
    </ul>
  )
}

interface OfCurrencyProps {
  currency: string
  totals: readonly MovementTotal[]
}

function OfCurrency({ currency, totals }: OfCurrencyProps) {
  const sumOf = (field: 'movements' | 'amount' | 'started' | 'ended') =>
    totals.reduce((sum, one) => sum + one[field], 0)
  const [movements, started, ended] = [sumOf('movements'), sumOf('started'), sumOf('ended')]
  const kinds = movementKinds.flatMap((kind) => totals.filter((one) => one.kind === kind))
  return (
    <>
      {formatCount(movements)} {movements === 1 ? 'movement' : 'movements'},{' '}
      <strong className="figures font-semibold text-ink">
        {signedText(sumOf('amount'), currency)}
      </strong>{' '}
      per month
      {started > 0 && `, ${formatCount(started)} started`}
      {ended > 0 && `, ${formatCount(ended)} ended`}
      {kinds.length > 1 && (
        <span className="text-ink-3">
          {' · '}
          {kinds
            .map(({ kind, amount }) => `${movementNames[kind]} ${signedText(amount, currency)}`)
            .join(', ')}
        </span>
      )}
    </>
  )
}
