import { useQuery } from '@tanstack/react-query'
import { CustomerFilter } from '#/entities/customer/customer-filter.tsx'
import { discountsToChoose } from '#/entities/discount/discounts-to-choose.ts'
import { orderStates } from '#/entities/order/order-state.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import type { Day } from '#/ui/calendar-days.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { CurrencyChip } from '#/ui/currency-chip.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Status } from '#/ui/status.tsx'
import type { OrderFilters } from './orders-view.ts'

/** The selected filters; empty values match everything. */
interface Chosen {
  status?: OrderFilters['status'] | undefined
  product?: string | undefined
  customer?: string | undefined
  discount?: string | undefined
  currency?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
}

interface OrderFilterBarProps {
  filters: Chosen & { customer?: OrderFilters['customer'] | undefined }
  onChange: (chosen: Chosen) => void
}

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const { id } = useOrganization()
  const { data: discounts = [] } = useQuery(discountsToChoose(id))
  const { from, to } = filters
  return (
    <>
      <FilterChip
        name="Status"
        value={filters.status?.replaceAll('_', ' ') ?? null}
        onClear={() => onChange({ status: undefined })}
      >
        {orderStates.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ status: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from, to: days?.to })}
      />
      <CurrencyChip value={filters.currency} onClear={() => onChange({ currency: undefined })} />
      <CustomerFilter
        value={filters.customer}
        onChange={(customer) => onChange({ customer: customer ?? undefined })}
      />
      <ProductFilter value={filters.product} onChange={(product) => onChange({ product })} />
      <Combobox<string>
        label="Discount"
        placeholder="Any discount"
        options={discounts.map((one) => ({ value: one.id, label: one.name }))}
        value={filters.discount ?? null}
        onChange={(chosen) => onChange({ discount: chosen ?? undefined })}
        empty="No matching discounts."
        className="min-w-0 basis-36 sm:basis-52"
      />
    </>
  )
}
