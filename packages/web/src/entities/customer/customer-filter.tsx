import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useSettled } from '#/lib/use-settled.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { OpeningChip } from '#/ui/filter-chip.tsx'
import { Picker } from '#/ui/picker.tsx'
import { customerName } from './customer-name.ts'
import { type Customer, customerQuery, customerSearchQuery } from './customer-queries.ts'

interface CustomerFilterProps {
  value: Customer['id'] | undefined
  onChange: (customer: string | null) => void
}

const pauseMilliseconds = 250
const foundMax = 20

/** Filters a list by a customer, whom the server finds by name or address. */
export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  const { id } = useOrganization()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), pauseMilliseconds)
  const { data: found } = useQuery(customerSearchQuery(id, text, foundMax))
  const { data: chosen } = useQuery({
    ...customerQuery(id, value ?? ''),
    enabled: value !== undefined,
  })
  const shown = chosen ? customerName(chosen) : '…'
  return (
    <OpeningChip
      name="Customer"
      value={value === undefined ? null : shown}
      onClear={() => onChange(null)}
      open={(trigger) => (
        <Picker
          label="Customer"
          trigger={trigger}
          placeholder="Search customers"
          current={value ?? null}
          groups={[{ label: 'Customers', hideLabel: true, items: (found?.items ?? []).map(item) }]}
          onPick={onChange}
          onType={setTyped}
        />
      )}
    />
  )
}

const item = (customer: Customer) => ({
  id: customer.id,
  label: customerName(customer),
  icon: <Avatar name={customerName(customer)} />,
  ...(customer.name !== null && { hint: customer.email }),
})
