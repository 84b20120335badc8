import { disputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Status } from '#/ui/status.tsx'
import { TextFilterChip } from '#/ui/text-filter-chip.tsx'
import { type DisputesView, readCurrency } from './disputes-view.ts'

interface DisputeFilterBarProps {
  view: DisputesView
  /** Undefined clears a filter. */
  onChange: (chosen: SearchParameters) => void
}

export function DisputeFilterBar({ view, onChange }: DisputeFilterBarProps) {
  const { status, currency, from, to } = view
  return (
    <>
      <FilterChip
        name="Status"
        value={status?.replaceAll('_', ' ') ?? null}
        onClear={() => onChange({ status: undefined })}
      >
        {disputeStatuses.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ status: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <DateFilterChip
        name="Opened"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from, to: days?.to })}
      />
      <TextFilterChip
        name="Currency"
        placeholder="USD"
        value={currency?.toUpperCase() ?? null}
        mistakeIn={(text) =>
          readCurrency(text) === null ? 'Enter the three letters of a currency, such as USD.' : null
        }
        onChange={(text) => onChange({ currency: text ?? undefined })}
      />
    </>
  )
}
