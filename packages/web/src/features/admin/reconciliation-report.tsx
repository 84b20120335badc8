import { useQuery } from '@tanstack/react-query'
import Scale from 'lucide-react/icons/scale'
import { useState } from 'react'
import { formatCount, formatDay, formatInstant } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { DataTable, type TableView } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { Time } from '#/ui/time.tsx'
import { differenceColumns } from './difference-columns.tsx'
import {
  type Difference,
  type Reconciliation,
  reconciliationQuery,
} from './reconciliation-query.ts'

/** The latest comparison of the ledger with Stripe. */
export function ReconciliationReport() {
  const { data } = useQuery({
    ...reconciliationQuery,
    throwOnError: (_, query) => query.state.data === undefined,
  })
  if (data === undefined) return null
  const { isStripeConfigured, reconciliation } = data
  if (reconciliation === null) return <NoReport isStripeConfigured={isStripeConfigured} />
  return (
    <div className="grid gap-4">
      <Outcome run={reconciliation} />
      <Figures run={reconciliation} />
      <Differences run={reconciliation} />
    </div>
  )
}

function NoReport({ isStripeConfigured }: { isStripeConfigured: boolean }) {
  const title = isStripeConfigured ? 'Not compared yet' : 'Nothing to compare'
  return (
    <Card>
      <EmptyState icon={<Scale />} title={title}>
        {isStripeConfigured
          ? 'The ledger is compared with Stripe every day at 05:37 UTC. To compare it now, run: guildhall reconcile.'
          : 'This server doesn’t use Stripe. Payments in the sandbox move no money and have no fees.'}
      </EmptyState>
    </Card>
  )
}

interface RunProps {
  run: Reconciliation
}

function Outcome({ run }: RunProps) {
  const { differenceCount, finishedAt, startedAt, comparedThrough } = run
  if (finishedAt === null) {
    return (
      <Banner tone="info" title="Comparing.">
        Started <Time at={startedAt} />, and compared through {formatInstant(comparedThrough)}.
      </Banner>
    )
  }
  return differenceCount === 0 ? (
    <Banner tone="good" title="No differences.">
      The ledger agreed with Stripe <Time at={finishedAt} />.
    </Banner>
  ) : (
    <Banner tone="warn" title="The ledger and Stripe differ.">
      Compared <Time at={finishedAt} />. The runbook “Reconcile with Stripe” explains each
      difference.
    </Banner>
  )
}

function Figures({ run }: RunProps) {
  const { comparedFrom, comparedThrough, transactionCount, unrelatedCount } = run
  return (
    <KeyFigures
      label="Last run"
      figures={[
        {
          label: 'Transactions',
          figure: formatCount(transactionCount),
          change: `${formatDay(comparedFrom)} – ${formatDay(comparedThrough)}`,
        },
        {
          label: 'Differences',
          figure: formatCount(run.differenceCount),
          change: 'Between the ledger and Stripe',
        },
        {
          label: 'Booked',
          figure: formatCount(run.bookedCount),
          change: 'Were missing in the ledger',
        },
        {
          label: 'Unrelated',
          figure: formatCount(unrelatedCount),
          change: 'Payouts, and payments of other applications',
        },
      ]}
    />
  )
}

function Differences({ run: { differences, differenceCount } }: RunProps) {
  const [view, setView] = useState<TableView>({ search: '', page: 1 })
  if (differenceCount === 0) return null
  const isCut = differences.length < differenceCount
  return (
    <Card
      flush
      title="Differences"
      {...(isCut && {
        description: `The first ${differences.length} of ${differenceCount}. The command guildhall reconcile lists all.`,
      })}
    >
      <DataTable
        main
        label="Differences"
        columns={differenceColumns}
        rows={differences}
        rowId={rowIdOf}
        view={view}
        onViewChange={setView}
        empty={null}
      />
    </Card>
  )
}

const rowIdOf = ({ kind, about, paymentId, transactionId }: Difference): string =>
  [kind, about, paymentId, transactionId].join(' ')
