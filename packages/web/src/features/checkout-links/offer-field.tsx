import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { priceLabel } from '#/entities/product/price-text.ts'
import { productsToChoose } from '#/entities/product/products-to-choose.ts'
import { moved } from '#/lib/moved.ts'
import { AddingCombobox } from '#/ui/adding-combobox.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import type { LinkDraft } from './link-draft.ts'
import type { CheckoutLink } from './link-queries.ts'

interface OfferFieldProps {
  form: UseFormReturn<LinkDraft>
  /** Null for a new one. */
  existing: CheckoutLink | null
}

/** The products that buyers can choose from, in order. */
export function OfferField({ form, existing }: OfferFieldProps) {
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
          <div className="grid grid-cols-1 gap-2">
            <Chosen existing={existing} value={value} onChange={onChange} />
            <Addition existing={existing} value={value} onChange={onChange} />
          </div>
        </Fieldset>
      )}
    />
  )
}

interface OfferProps extends Pick<OfferFieldProps, 'existing'> {
  value: readonly string[]
  onChange: (value: string[]) => void
}

function Chosen({ existing, value, onChange }: OfferProps) {
  const products = useProducts(existing)
  const nameOf = (id: string) => products.find((one) => one.id === id)?.name ?? 'A product'
  if (value.length === 0) return null
  return (
    <SortableList
      label="Products in order"
      items={value}
      idOf={(id) => id}
      nameOf={nameOf}
      onMove={(from, to) => onChange(moved(value, from, to))}
      actions={(id) => (
        <RemoveButton
          size="s"
          label={`Remove ${nameOf(id)}`}
          onRemove={() => onChange(value.filter((one) => one !== id))}
        />
      )}
    >
      {(id) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere">{nameOf(id)}</span>
          {products.some((one) => one.id === id && one.isArchived) && <Badge>archived</Badge>}
        </span>
      )}
    </SortableList>
  )
}

const productsMax = 20

function Addition({ existing, value, onChange }: OfferProps) {
  const left = useProducts(existing).filter(
    ({ id, isArchived }) => !isArchived && !value.includes(id),
  )
  if (value.length >= productsMax) return null
  return (
    <AddingCombobox<string>
      label="Add a product"
      options={left.map((product) => ({
        value: product.id,
        label: product.name,
        hint: priceLabel(product),
      }))}
      onAdd={(id) => onChange([...value, id])}
      empty="No other products available."
    />
  )
}

/** Products for sale, and those of the link that were archived since. */
function useProducts(existing: CheckoutLink | null) {
  const { id } = useOrganization()
  const { data: sold = [] } = useQuery(productsToChoose(id))
  const soldIds = sold.map((product): string => product.id)
  return [...sold, ...(existing?.products ?? []).filter((product) => !soldIds.includes(product.id))]
}
