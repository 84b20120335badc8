import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatCount, formatMoney } from '#/lib/format.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type CorrectionTotal, correctionTotalsQuery } from './correction-queries.ts'
import { type CorrectionsView, countedAs, figureKinds } from './corrections-view.ts'

/** What the matching refunds and disputes add up to, by currency. */
export function CorrectionTotals({ view }: { view: CorrectionsView }) {
  const { id } = useOrganization()
  const { data: totals, isError } = useQuery(correctionTotalsQuery(id, view))
  if (isError || totals?.length === 0) return null
  if (totals === undefined) return <Skeleton className="h-5 w-64" />
  const currencies = [...new Set(totals.map(({ currency }) => currency))]
  return (
    <ul aria-label="Totals" className="grid gap-1">
      {currencies.map((currency) => (
        <li key={currency}>
          {textOf(
            totals.filter((one) => one.currency === currency),
            currency,
          )}{' '}
          without tax
        </li>
      ))}
    </ul>
  )
}

const names = {
  refunds: 'Refunds',
  disputes: 'Disputes',
  lost_disputes: 'Lost disputes',
} as const satisfies Record<(typeof countedAs)[number], string>

/** “Refunds: 2, $24.00”, for each figure of which there is something. */
const textOf = (totals: readonly CorrectionTotal[], currency: string): string =>
  countedAs
    .flatMap((figure) => {
      const kinds: readonly string[] = figureKinds[figure]
      const own = totals.filter(({ kind }) => kinds.includes(kind))
      const [counted, amount] = [
        own.reduce((sum, one) => sum + one.counted, 0),
        own.reduce((sum, one) => sum + one.amount, 0),
      ]
      if (own.length === 0) return []
      return `${names[figure]}: ${formatCount(counted)}, ${formatMoney(amount, currency.toUpperCase())}`
    })
    .join(' · ')
