import { priceLabel } from '#/entities/product/price-text.ts'
import { RadioGroup } from '#/ui/radio-group.tsx'
import type { Checkout } from './wire.ts'

interface ProductSwitchProps {
  checkout: Checkout
  onChoose: (productId: string) => void
}

/** Selects one of several products; archived ones are left out. */
export function ProductSwitch({ checkout, onChoose }: ProductSwitchProps) {
  const offered = checkout.products.filter(({ isArchived }) => !isArchived)
  if (offered.length < 2) return null
  return (
    <RadioGroup
      boxed
      legend="Choose one"
      value={checkout.productId}
      onChange={onChoose}
      options={offered.map((product) => ({
        value: product.id,
        label: <span className="wrap-anywhere font-medium">{product.name}</span>,
        hint: priceLabel(product),
      }))}
    />
  )
}
