import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Status } from '#/ui/status.tsx'
import { type SubscriptionFilters, statesToFilter } from './subscriptions-view.ts'

/** The selected filters; empty values match everything. */
interface Chosen {
  state?: SubscriptionFilters['state'] | undefined
  product?: string | undefined
}

interface SubscriptionFilterBarProps {
  filters: Chosen
  onChange: (chosen: Chosen) => void
}

export function SubscriptionFilterBar({ filters, onChange }: SubscriptionFilterBarProps) {
  return (
    <>
      <FilterChip
        name="Status"
        value={filters.state?.replaceAll('_', ' ') ?? null}
        onClear={() => onChange({ state: undefined })}
      >
        {statesToFilter.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ state: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <ProductFilter
        isRecurring
        value={filters.product}
        onChange={(product) => onChange({ product })}
      />
    </>
  )
}
