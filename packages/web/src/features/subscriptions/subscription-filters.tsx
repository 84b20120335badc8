import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { Status } from '../../ui/status.tsx'
import { productsToFilter } from './subscription-queries.ts'
import { type SubscriptionFilters, statesToFilter } from './subscriptions-view.ts'

/** As it's chosen: ids as the lists have them, and nothing to let all through. */
interface Chosen {
  state?: SubscriptionFilters['state'] | undefined
  product?: string | undefined
}

interface SubscriptionFilterBarProps {
  filters: Chosen
  onChange: (chosen: Chosen) => void
}

export function SubscriptionFilterBar({ filters, onChange }: SubscriptionFilterBarProps) {
  const { id } = useOrganization()
  const { data: products = [] } = useQuery(productsToFilter(id))
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
      <Combobox<string>
        label="Product"
        placeholder="Any product"
        options={products.map((one) => ({ value: one.id, label: one.name }))}
        value={filters.product ?? null}
        onChange={(chosen) => onChange({ product: chosen ?? undefined })}
        empty="No product has this name."
        className="basis-44 sm:max-w-52"
      />
    </>
  )
}
