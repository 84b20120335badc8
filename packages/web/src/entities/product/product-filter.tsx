import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { productsToFilter } from './products-to-choose.ts'

interface ProductFilterProps {
  /** The id, as lists use it. */
  value: string | undefined
  onChange: (product: string | undefined) => void
  /** Only recurring products. */
  isRecurring?: true
}

/** Filters a list by product. */
export function ProductFilter({ value, onChange, ...filter }: ProductFilterProps) {
  const { id } = useOrganization()
  const { data: products = [] } = useQuery(productsToFilter(id, filter))
  return (
    <Combobox<string>
      label="Product"
      placeholder="Any product"
      options={products.map((one) => ({ value: one.id, label: one.name }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      empty="No matching products."
      className="min-w-0 basis-36 sm:basis-52"
    />
  )
}
