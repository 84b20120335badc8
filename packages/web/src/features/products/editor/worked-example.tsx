import { previewUsagePrice } from '@guildhall/contract/catalog/price-previews'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { formatExactQuantity, formatPrice } from '#/lib/format.ts'
import { exampleUnits } from './example-units.ts'
import { isComplete, type MeteredTerms, termsOf } from './metered-input.ts'
import { termsMistakes } from './metered-mistakes.ts'
import type { ProductForm } from './product-form.ts'

interface WorkedExampleProps {
  form: UseFormReturn<ProductForm>
  index: number
}

const exampleQuery = (organizationId: OrganizationId, price: MeteredTerms) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'usage-price', price],
    queryFn: ({ signal }) => {
      const body = { organizationId, price, units: exampleUnits(price) }
      return api.call(previewUsagePrice, { body, signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

/** What some numbers of units would cost, as the server bills them. */
export function WorkedExample({ form, index }: WorkedExampleProps) {
  const { id } = useOrganization()
  const draft = useDeferredValue(useWatch({ control: form.control, name: `metered.${index}` }))
  const terms = termsOf(draft)
  const isValid =
    isComplete(terms) && Object.values(termsMistakes(draft)).every((one) => one === null)
  const { data } = useQuery({ ...exampleQuery(id, terms), enabled: isValid })
  if (!isValid || data === undefined) return null
  return (
    <div className="text-xs text-ink-2">
      <p className="font-medium">For example, in a period</p>
      <ul aria-label="Example" className="mt-1 grid gap-0.5">
        {data.charges.map(({ units, amount }) => (
          <li key={units} className="flex flex-wrap justify-between gap-x-4">
            <span>{units === '0' ? 'No usage' : `${formatExactQuantity(units)} units`}</span>
            <span className="figures">{formatPrice(amount, 'usd')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
