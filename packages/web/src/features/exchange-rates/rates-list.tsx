import { useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { useToast } from '#/ui/toast.tsx'
import { rateColumns } from './rate-columns.tsx'
import { RateDialog } from './rate-dialog.tsx'
import type { RateMenuProps } from './rate-menu.tsx'
import { type ExchangeRate, type RatesView, ratesQuery } from './rate-queries.ts'
import { rateName } from './rate-text.ts'
import { RemoveRateDialog } from './remove-rate-dialog.tsx'

interface RatesListProps {
  view: RatesView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The exchange rates for the reporting currency. */
export function RatesList({ view, onViewChange }: RatesListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...ratesQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useRateRows(data?.items)
  const mayWrite = mayIn(role, 'analytics', 'write')
  return (
    <>
      <ListCard
        label="Exchange rates"
        columns={rateColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ rate }) => rate.id}
        {...(mayWrite && { onOpen: ({ onEdit }: RateMenuProps) => onEdit() })}
        view={view}
        onViewChange={onViewChange}
        sortedBy="-day"
        empty={
          <EmptyState icon={<ArrowLeftRight />} title="No exchange rates">
            {mayWrite
              ? 'Add the rate of the first day on which you sold in another currency, and later ones as they change.'
              : 'Owners and admins can add exchange rates.'}
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  what: 'edit' | 'remove'
  /** A snapshot, so that the dialog stays open when someone else removes the rate. */
  rate: ExchangeRate
}

function useRateRows(rates: readonly ExchangeRate[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const rows = useMemo(
    () =>
      rates?.map((rate) => ({
        rate,
        onEdit: () => setAsked({ what: 'edit', rate }),
        onRemove: () => setAsked({ what: 'remove', rate }),
      })),
    [rates],
  )
  useKeptFocus(asked !== null)
  return { rows, dialog: asked && <AskedDialog {...asked} onClose={() => setAsked(null)} /> }
}

function AskedDialog({ what, rate, onClose }: Asked & { onClose: () => void }) {
  const toast = useToast()
  const done = (message: string) => {
    toast({ title: `${rateName(rate)} ${message}` })
    onClose()
  }
  return what === 'edit' ? (
    <RateDialog
      draft={rate}
      isNew={false}
      reportingCurrency={rate.reportingCurrency}
      onSaved={() => done('saved')}
      onClose={onClose}
    />
  ) : (
    <RemoveRateDialog rate={rate} onRemoved={() => done('removed')} onClose={onClose} />
  )
}
