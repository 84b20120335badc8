import { useQuery } from '@tanstack/react-query'
import { moneyUnit } from '#/entities/metric/units.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { BreakdownTable } from '#/ui/breakdown-table.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import { Card } from '#/ui/card.tsx'
import { DownloadValues } from '#/ui/download-values.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type Income, incomeQuery, rowsMax } from './finance-queries.ts'
import { amountOf, groupNames, groupText, incomeColumns } from './finance-text.ts'
import { type ShownGroup, shownGroups } from './finance-view.ts'

interface IncomeCardProps {
  range: DayRange
  by: ShownGroup
  onGroupChange: (by: ShownGroup) => void
}

/** What was earned, by time, product or country; each currency apart. */
export function IncomeCard({ range, by, onGroupChange }: IncomeCardProps) {
  const { id } = useOrganization()
  const { data: totals } = useQuery(incomeQuery(id, { range, by: 'total' }))
  const { data, error } = useQuery(incomeQuery(id, { range, by }))
  const rows = data?.items ?? []
  return (
    <Card
      title="Income"
      description="Sales without tax less refunds, disputes, fees and credit given, on the day on which each was posted. Payouts are on the Balance page."
      actions={
        rows.length > 0 && (
          <DownloadValues
            title="Income"
            fileName={`income-by-${by}-${range.from}-to-${range.to}`}
            lines={() => linesOf(by, rows)}
          />
        )
      }
    >
      <div className="mb-4">
        <Segmented
          label="Income by"
          value={by}
          onChange={onGroupChange}
          options={shownGroups.map((value) => ({ value, label: groupNames[value] }))}
        />
      </div>
      {data && totals ? (
        <Tables by={by} rows={rows} totals={totals.items} />
      ) : error ? (
        <Banner tone="bad">{failureMessage(error)}</Banner>
      ) : (
        <Skeleton className="h-40" />
      )}
      {data && data.pagination.totalCount > rowsMax && (
        <p className="mt-2 text-xs text-ink-3">
          The first {formatCount(rowsMax)} of {formatCount(data.pagination.totalCount)} rows. The
          total is that of all.
        </p>
      )}
    </Card>
  )
}

interface TablesProps {
  by: ShownGroup
  rows: readonly Income[]
  totals: readonly Income[]
}

function Tables({ by, rows, totals }: TablesProps) {
  if (totals.length === 0) {
    return <p className="text-s text-ink-3">Nothing was posted in this period.</p>
  }
  return (
    <div className="grid gap-6">
      {totals.map((total) => {
        const { currency } = total
        const { format } = moneyUnit(currency)
        const cellsOf = (row: Income) =>
          incomeColumns.map((column) => ({
            key: column.field,
            content: format(amountOf(row, column)),
          }))
        const own = rows.filter((row) => row.currency === currency)
        return (
          <BreakdownTable
            key={currency}
            label={`Income in ${currency.toUpperCase()}`}
            headings={[
              `${groupNames[by]} (${currency.toUpperCase()})`,
              ...incomeColumns.map(({ heading }) => heading),
            ]}
            rows={[
              ...own.map((row) => ({
                key: row.date ?? row.productId ?? row.country ?? 'none',
                heading: <span className="wrap-anywhere">{groupText(by, row)}</span>,
                cells: cellsOf(row),
              })),
              {
                key: 'total',
                heading: <span className="font-semibold">Total</span>,
                cells: cellsOf(total),
              },
            ]}
          />
        )
      })}
    </div>
  )
}

function linesOf(by: ShownGroup, rows: readonly Income[]): string[][] {
  return [
    [groupNames[by], 'Currency', ...incomeColumns.map(({ heading }) => heading)],
    ...rows.map((row) => [
      row.date ?? groupText(by, row),
      row.currency.toUpperCase(),
      ...incomeColumns.map((column) => moneyUnit(row.currency).plain(amountOf(row, column))),
    ]),
  ]
}
