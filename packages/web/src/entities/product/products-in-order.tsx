import { priceLabel } from '#/entities/product/price-text.ts'
import { moved } from '#/lib/moved.ts'
import { AddingCombobox } from '#/ui/adding-combobox.tsx'
import { Badge } from '#/ui/badge.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import type { Visibility } from './visibility-text.ts'

interface NamedProduct {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  readonly visibility: Visibility
}

type PricedProduct = NamedProduct & Parameters<typeof priceLabel>[0]

interface ProductsInOrderProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** All that may be in the list. */
  known: readonly NamedProduct[]
  /** Those that can be added. */
  candidates: readonly PricedProduct[]
  productsMax: number
  addLabel: string
  /** Where nothing can be added. */
  empty: string
}

/** A list of products whose order matters. Those that aren’t offered any more are marked. */
export function ProductsInOrder(props: ProductsInOrderProps) {
  const { value, onChange, candidates, productsMax, addLabel, empty } = props
  const left = candidates.filter(({ id }) => !value.includes(id))
  return (
    <div className="grid grid-cols-1 gap-2">
      {value.length > 0 && <Chosen {...props} />}
      {value.length < productsMax && (
        <AddingCombobox<string>
          label={addLabel}
          options={left.map((product) => ({
            value: product.id,
            label: product.name,
            hint: priceLabel(product),
          }))}
          onAdd={(id) => onChange([...value, id])}
          empty={empty}
        />
      )}
    </div>
  )
}

function Chosen({ value, onChange, known }: ProductsInOrderProps) {
  const nameOf = (id: string) => known.find((one) => one.id === id)?.name ?? 'A product'
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
          <Marks product={known.find((one) => one.id === id)} />
        </span>
      )}
    </SortableList>
  )
}

function Marks({ product }: { product: NamedProduct | undefined }) {
  return (
    <>
      {product?.isArchived && <Badge>archived</Badge>}
      {product?.visibility === 'private' && <Badge>private</Badge>}
    </>
  )
}
