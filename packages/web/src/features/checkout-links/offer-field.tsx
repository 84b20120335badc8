import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { productsToChoose } from '../../lib/choices.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { moved } from '../../lib/moved.ts'
import { priceLabel } from '../../lib/price-words.ts'
import { AddingCombobox } from '../../ui/adding-combobox.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Fieldset } from '../../ui/fieldset.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import type { LinkDraft } from './link-draft.ts'
import type { CheckoutLink } from './link-queries.ts'

interface OfferFieldProps {
  form: UseFormReturn<LinkDraft>
  /** Null where it's made. */
  kept: CheckoutLink | null
}

/** What buyers can choose from, in which order. */
export function OfferField({ form, kept }: OfferFieldProps) {
  return (
    <Controller
      name="products"
      control={form.control}
      rules={{ validate: (chosen) => chosen.length > 0 || 'Add a product to sell.' }}
      render={({ field: { value, onChange }, fieldState }) => (
        <Fieldset
          legend="Products"
          hint="Buyers choose one of them; the first is selected before."
          error={fieldState.error?.message}
        >
          <div className="grid grid-cols-1 gap-2">
            <Chosen kept={kept} value={value} onChange={onChange} />
            <Addition kept={kept} value={value} onChange={onChange} />
          </div>
        </Fieldset>
      )}
    />
  )
}

interface OfferProps extends Pick<OfferFieldProps, 'kept'> {
  value: readonly string[]
  onChange: (value: string[]) => void
}

function Chosen({ kept, value, onChange }: OfferProps) {
  const products = useProducts(kept)
  const nameOf = (id: string) => products.find((one) => one.id === id)?.name ?? 'A product'
  if (value.length === 0) return null
  return (
    <SortableList
      label="Products in their order"
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

function Addition({ kept, value, onChange }: OfferProps) {
  const left = useProducts(kept).filter(({ id, isArchived }) => !isArchived && !value.includes(id))
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
      empty="There is no other product for sale."
    />
  )
}

/** Those for sale, and those that it has and that are archived by now. */
function useProducts(kept: CheckoutLink | null) {
  const { id } = useOrganization()
  const { data: sold = [] } = useQuery(productsToChoose(id))
  const soldIds = sold.map((product): string => product.id)
  return [...sold, ...(kept?.products ?? []).filter((product) => !soldIds.includes(product.id))]
}
