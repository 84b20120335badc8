import { movementKinds } from '@guildhall/contract/metrics/movement-kinds'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { CustomerFilter } from '#/entities/customer/customer-filter.tsx'
import { movementNames } from '#/entities/metric/movement-names.ts'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { reasonText } from '#/entities/subscription/cancellation-reasons.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { CurrencyChip } from '#/ui/currency-chip.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { changes, type MovementsView } from './movements-view.ts'

interface MovementFilterBarProps {
  view: MovementsView
  /** Undefined clears a filter. */
  onChange: (changed: SearchParameters) => void
}

export function MovementFilterBar({ view, onChange }: MovementFilterBarProps) {
  const { kind, change, reason, product, customer, currency, from, to } = view
  return (
    <>
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from, to: days?.to })}
      />
      <FilterChip
        name="Kind"
        value={kind === undefined ? null : movementNames[kind]}
        onClear={() => onChange({ kind: undefined })}
      >
        {movementKinds.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ kind: one })}>
            {movementNames[one]}
          </MenuItem>
        ))}
      </FilterChip>
      <FilterChip
        name="Subscription"
        value={change ?? null}
        onClear={() => onChange({ change: undefined })}
      >
        {changes.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ change: one })}>
            {one}
          </MenuItem>
        ))}
      </FilterChip>
      <FilterChip
        name="Cancellation reason"
        value={reason === undefined ? null : reasonText[reason]}
        onClear={() => onChange({ reason: undefined })}
      >
        {cancellationReasons.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ reason: one })}>
            {reasonText[one]}
          </MenuItem>
        ))}
      </FilterChip>
      <CurrencyChip value={currency} onClear={() => onChange({ currency: undefined })} />
      <CustomerFilter
        value={customer}
        onChange={(chosen) => onChange({ customer: chosen ?? undefined })}
      />
      <ProductFilter
        isRecurring
        value={product}
        onChange={(chosen) => onChange({ product: chosen })}
      />
    </>
  )
}
