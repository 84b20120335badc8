import { FilterChip } from './filter-chip.tsx'
import { MenuItem } from './menu.tsx'

interface CurrencyChipProps {
  /** An ISO code in any case. */
  value: string | undefined
  onClear: () => void
}

/** The currency of a list that was opened from a figure, which has one. */
export function CurrencyChip({ value, onClear }: CurrencyChipProps) {
  if (value === undefined) return null
  return (
    <FilterChip name="Currency" value={value.toUpperCase()} onClear={onClear}>
      <MenuItem onSelect={onClear}>All currencies</MenuItem>
    </FilterChip>
  )
}
