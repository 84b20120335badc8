import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { BreakdownTable } from '#/ui/breakdown-table.tsx'
import { Card } from '#/ui/card.tsx'
import { DownloadValues } from '#/ui/download-values.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import { type Cohort, cohortsQuery } from './breakdown-queries.ts'
import {
  beganHeadings,
  type CohortsBy,
  cohortLines,
  cohortRows,
  cohortUnits,
  monthName,
} from './cohorts.ts'
import { HowCounted } from './how-counted.tsx'
import { fileNameOf, type Reading } from './reading.ts'

export interface BreakdownCardProps {
  reading: Reading
  view: AnalyticsView
  show: (view: AnalyticsView) => void
}

const title = 'Who stays'

/** What is left of those who began to pay in each month. */
export function CohortsCard({ reading, view, show }: BreakdownCardProps) {
  const { id } = useOrganization()
  const { range, metrics } = reading
  const asked = { range, currency: metrics.currency, product: view.product }
  const { data, error } = useQuery(cohortsQuery(id, asked))
  const by = view.cohorts ?? 'customers'
  const { cohorts: _cohorts, ...rest } = view
  return (
    <Card
      title={title}
      className="lg:col-span-2"
      actions={
        <span className="flex items-center gap-2">
          <Segmented
            label="Cohorts by"
            options={[
              { value: 'customers', label: 'Customers' },
              { value: 'revenue', label: 'Revenue' },
            ]}
            value={by}
            onChange={(chosen) => show(chosen === 'revenue' ? { ...rest, cohorts: chosen } : rest)}
          />
          {data && data.cohorts.length > 0 && (
            <DownloadValues
              title={title}
              fileName={fileNameOf(`cohorts-by-${by}`, range)}
              lines={() => cohortLines(data, by)}
            />
          )}
        </span>
      }
    >
      {data ? (
        <Shown {...{ data, by }} />
      ) : error ? (
        <Banner tone="bad">{failureMessage(error)}</Banner>
      ) : (
        <Skeleton className="h-40" />
      )}
      {metrics.conversion !== null && (
        <p className="mt-2 text-xs text-ink-3">
          Only {metrics.currency.toUpperCase()}. What was paid in other currencies isn’t in it.
        </p>
      )}
      <HowCounted
        of={title}
        counted={[
          {
            counted:
              'Customers by the month in which they first paid for a subscription, and the share of ' +
              'them who pay at the end of that month and each later one; or the share of what they ' +
              'brought in per month when they began, which is above 100 % where those who stay pay more.',
          },
        ]}
      />
    </Card>
  )
}

interface ShownProps {
  data: { cohorts: readonly Cohort[]; currency: string; timezone: string }
  by: CohortsBy
}

function Shown({ data, by }: ShownProps) {
  const { cohorts, currency, timezone } = data
  if (cohorts.length === 0) {
    return (
      <p className="text-s text-ink-3">Nobody began to pay for a subscription in this period.</p>
    )
  }
  const [unit, share] = cohortUnits(by, currency)
  const { headings, rows } = cohortRows(cohorts, by)
  return (
    <BreakdownTable
      label={`${title}, by ${by}`}
      headings={['Began in', beganHeadings[by], ...headings]}
      rows={rows.map(({ month, began, shares }) => ({
        key: month.toISOString(),
        heading: monthName(month, timezone),
        cells: [
          { key: 'began', content: unit.format(began) },
          ...headings.map((heading, at) => {
            const of = shares[at]
            return of === undefined
              ? { key: heading, content: '' }
              : { key: heading, content: share.format(of), tint: of }
          }),
        ],
      }))}
    />
  )
}
