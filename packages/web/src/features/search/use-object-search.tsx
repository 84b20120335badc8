import {
  type FoundObjects,
  searchObjects,
  searchTextLengthMax,
} from '@guildhall/contract/search/search'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useMemo } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import {
  type OrganizationId,
  type OwnOrganization,
  organizationKey,
} from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { Avatar } from '#/ui/avatar.tsx'
import type { CommandGroup } from '#/ui/command-palette.tsx'
import { Money } from '#/ui/money.tsx'
import { type PaletteSearch, paletteResultsMax, usePaletteSearch } from '#/ui/use-palette-search.ts'

/** Searches customers, orders and license keys for the palette, debounced. */
export function useObjectSearch({ id, slug }: OwnOrganization): PaletteSearch {
  const { text, enabled, isSearching, onQueryChange } = usePaletteSearch()
  const { data, isFetching, isError } = useQuery({ ...objectsQuery(id, text), enabled })
  const objects = enabled ? data : undefined
  const customers = useCustomerCommands(slug, objects?.customers)
  const orders = useOrderCommands(slug, objects?.orders)
  const licenseKeys = useLicenseKeyCommands(slug, objects?.licenseKeys)
  const found = useMemo(() => [customers, orders, licenseKeys], [customers, orders, licenseKeys])
  return {
    found,
    isSearching: isSearching(isFetching),
    hasFailed: enabled && isError,
    onQueryChange,
  }
}

/** A request is aborted when its text is no longer wanted. */
const objectsQuery = (organizationId: OrganizationId, text: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'search', text],
    queryFn: ({ signal }) =>
      api.call(searchObjects, {
        query: {
          organizationId: [organizationId],
          q: text.slice(0, searchTextLengthMax),
          limit: paletteResultsMax,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

function useCustomerCommands(
  slug: string,
  customers: FoundObjects['customers'] = null,
): CommandGroup {
  const navigate = useNavigate()
  return useMemo(() => {
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
    return { label: 'Customers', commands }
  }, [customers, navigate, slug])
}

function useOrderCommands(slug: string, orders: FoundObjects['orders'] = null): CommandGroup {
  const navigate = useNavigate()
  return useMemo(() => {
    const commands = (orders ?? []).map((order) => ({
      id: `order:${order.id}`,
      label: `${order.number}, ${customerName(order.customer)}`,
      icon: <ReceiptText />,
      aside: <Money amount={order.totalAmount} currency={order.currency} />,
      run: () =>
        void navigate({
          to: '/dashboard/$slug/orders/$orderId',
          params: { slug, orderId: order.id },
        }),
    }))
    return { label: 'Orders', commands }
  }, [orders, navigate, slug])
}

function useLicenseKeyCommands(
  slug: string,
  licenseKeys: FoundObjects['licenseKeys'] = null,
): CommandGroup {
  const navigate = useNavigate()
  return useMemo(() => {
    const commands = (licenseKeys ?? []).map(({ id, displayKey, status, benefitId, customer }) => ({
      id: `license-key:${id}`,
      label: `${displayKey}, ${customerName(customer)}`,
      icon: <KeyRound />,
      aside: status,
      run: () =>
        void navigate({
          to: '/dashboard/$slug/benefits/$benefitId',
          params: { slug, benefitId },
          search: { key: id },
        }),
    }))
    return { label: 'License keys', commands }
  }, [licenseKeys, navigate, slug])
}
