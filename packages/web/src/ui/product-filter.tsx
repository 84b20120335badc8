import { useQuery } from '@tanstack/react-query'
import { productsToFilter } from '../lib/choices.ts'
import { useOrganization } from '../lib/current-organization.tsx'
import { Combobox } from './combobox.tsx'

interface ProductFilterProps {
  /** The id as the list has it. */
  value: string | undefined
  onChange: (product: string | undefined) => void
  /** Only what is billed again and again. */
  isRecurring?: true
}

/** Lets a list through to what is about one product. */
export function ProductFilter({ value, onChange, ...wish }: ProductFilterProps) {
  const { id } = useOrganization()
  const { data: products = [] } = useQuery(productsToFilter(id, wish))
  return (
    <Combobox<string>
      label="Product"
      placeholder="Any product"
      options={products.map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      empty="No product has this name."
      className="basis-44 sm:max-w-52"
    />
  )
}
