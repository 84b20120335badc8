import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductsInOrder } from '#/entities/product/products-in-order.tsx'
import { productsToChoose } from '#/entities/product/products-to-choose.ts'
import { Fieldset } from '#/ui/fieldset.tsx'
import type { LinkDraft } from './link-draft.ts'
import type { CheckoutLink } from './link-queries.ts'

interface OfferFieldProps {
  form: UseFormReturn<LinkDraft>
  /** Null for a new one. */
  existing: CheckoutLink | null
}

const productsMax = 20

/** The products that buyers can choose from, in order. Anyone can follow a link, so none is private. */
export function OfferField({ form, existing }: OfferFieldProps) {
  const { id } = useOrganization()
  const { data: sold = [] } = useQuery(productsToChoose(id))
  const soldIds = sold.map((product): string => product.id)
  const others = (existing?.products ?? []).filter((product) => !soldIds.includes(product.id))
  return (
    <Controller
      name="products"
      control={form.control}
      render={({ field: { value, onChange }, fieldState }) => (
        <Fieldset
          legend="Products"
          hint="Customers choose one; the first is preselected."
          error={fieldState.error?.message}
        >
          <ProductsInOrder
            value={value}
            onChange={onChange}
            known={[...sold, ...others]}
            candidates={sold.filter(({ visibility }) => visibility !== 'private')}
            productsMax={productsMax}
            addLabel="Add a product"
            empty="No other products available. Links can’t offer private ones."
          />
        </Fieldset>
      )}
    />
  )
}
