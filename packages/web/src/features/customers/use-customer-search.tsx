import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { customerSearchQuery } from '#/entities/customer/customer-queries.ts'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { Avatar } from '#/ui/avatar.tsx'
import type { CommandGroup } from '#/ui/command-palette.tsx'
import { type PaletteSearch, paletteResultsMax, usePaletteSearch } from '#/ui/use-palette-search.ts'

/** Searches customers for the palette, debounced. */
export function useCustomerSearch({ id, slug }: OwnOrganization): PaletteSearch {
  const navigate = useNavigate()
  const { text, enabled, isSearching, onQueryChange } = usePaletteSearch()
  const { data, isFetching } = useQuery({
    ...customerSearchQuery(id, text, paletteResultsMax),
    enabled,
  })
  const customers = enabled ? data?.items : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (customers ?? []).map((customer) => ({
      id: `customer:${customer.id}`,
      label: customerName(customer),
      icon: <Avatar name={customerName(customer)} />,
      aside: customer.email,
      // A failed navigation shows the error page, so it isn’t awaited.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/customers/$customerId',
          params: { slug, customerId: customer.id },
        }),
    }))
    return [{ label: 'Customers', commands }]
  }, [customers, navigate, slug])
  return { found, isSearching: isSearching(isFetching), onQueryChange }
}
