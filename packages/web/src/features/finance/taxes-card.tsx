import { useQuery } from '@tanstack/react-query'
import { placeName } from '#/entities/address/place-name.ts'
import { moneyUnit } from '#/entities/metric/units.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { BreakdownTable } from '#/ui/breakdown-table.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import { Card } from '#/ui/card.tsx'
import { DownloadValues } from '#/ui/download-values.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type Tax, taxesQuery } from './finance-queries.ts'
import { reasonTexts } from './finance-text.ts'

const amounts = [
  { field: 'salesAmount', heading: 'Sales' },
  { field: 'collectedAmount', heading: 'Tax collected' },
  { field: 'returnedAmount', heading: 'Tax returned' },
  { field: 'taxAmount', heading: 'Tax' },
] as const

/** What a tax return asks for: sales and tax of each place, and why sales are not taxed. */
export function TaxesCard({ range }: { range: DayRange }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(taxesQuery(id, range))
  const rows = data?.items ?? []
  return (
    <Card
      title="Tax by place"
      description="Sales without tax less refunds and disputes, and the tax on them. What a plan change credits counts where it was taxed."
      actions={
        rows.length > 0 && (
          <DownloadValues
            title="Tax by place"
            fileName={`tax-by-place-${range.from}-to-${range.to}`}
            lines={() => linesOf(rows)}
          />
        )
      }
    >
      {data ? (
        <Shown rows={rows} />
      ) : error ? (
        <Banner tone="bad">{failureMessage(error)}</Banner>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  )
}

function Shown({ rows }: { rows: readonly Tax[] }) {
  if (rows.length === 0) return <p className="text-s text-ink-3">No sales in this period.</p>
  return (
    <BreakdownTable
      label="Tax by place"
      headings={['Place', ...amounts.map(({ heading }) => heading)]}
      rows={rows.map((row) => ({
        key: `${row.currency} ${row.country} ${row.state} ${row.taxabilityReason}`,
        heading: (
          <>
            <span className="block wrap-anywhere">{placeName(row)}</span>
            <span className="block text-xs text-ink-3">
              {reasonTexts[row.taxabilityReason]}, {row.currency.toUpperCase()}
            </span>
          </>
        ),
        cells: amounts.map(({ field }) => ({
          key: field,
          content: moneyUnit(row.currency).format(row[field]),
        })),
      }))}
    />
  )
}

const linesOf = (rows: readonly Tax[]): string[][] => [
  ['Country', 'State', 'Reason', 'Currency', ...amounts.map(({ heading }) => heading)],
  ...rows.map((row) => [
    row.country ?? '',
    row.state ?? '',
    row.taxabilityReason,
    row.currency.toUpperCase(),
    ...amounts.map(({ field }) => moneyUnit(row.currency).plain(row[field])),
  ]),
]
