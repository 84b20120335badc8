import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { customerName } from '../../lib/customer-name.ts'
import type { OwnOrganization } from '../../lib/own-organizations.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { CommandGroup } from '../../ui/command-palette.tsx'
import { customerSearchQuery } from './customer-queries.ts'

const pauseMilliseconds = 300
const foundMax = 5

interface CustomerSearch {
  found: readonly CommandGroup[]
  isSearching: boolean
  onQueryChange: (query: string) => void
}

/** Finds customers for what is typed into the palette, in the pauses. */
export function useCustomerSearch({ id, slug }: OwnOrganization): CustomerSearch {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const settled = useSettled(wanted, pauseMilliseconds)
  const isAsked = wanted !== '' && settled !== ''
  const { data, isFetching } = useQuery({
    ...customerSearchQuery(id, settled, foundMax),
    enabled: isAsked,
  })
  const customers = isAsked ? data?.items : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (customers ?? []).map((customer) => ({
      id: `customer:${customer.id}`,
      label: customerName(customer),
      icon: <Avatar layered name={customerName(customer)} src={customer.avatarUrl} />,
      aside: customer.email,
      // A navigation that fails shows the error page; there is nothing to wait for here.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/customers/$customerId',
          params: { slug, customerId: customer.id },
        }),
    }))
    return [{ label: 'Customers', commands }]
  }, [customers, navigate, slug])
  const isSearching = wanted !== '' && (isFetching || settled !== wanted)
  return { found, isSearching, onQueryChange: setTyped }
}
