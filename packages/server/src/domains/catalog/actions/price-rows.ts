import type { PriceInput } from '@guildhall/contract/catalog/prices'
import type { Work } from '../../../platform/work.ts'
import type { NewPriceRow } from '../store/product-prices.ts'
import type { ProductKey } from '../store/products.ts'

/** New prices as rows, numbered from a position on. */
export const priceRows = (
  work: Work,
  { organizationId, id: productId }: ProductKey,
  { added, position }: { readonly added: readonly PriceInput[]; readonly position: number },
): NewPriceRow[] =>
  added.map((price, index) => ({
    organizationId,
    id: work.newId('productPrice'),
    productId,
    position: position + index,
    createdAt: work.now,
    amountType: price.amountType,
    ...amountsOf(price),
  }))

const nothing = {
  priceCurrency: null,
  priceAmount: null,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
  unitAmount: null,
  capAmount: null,
  meterId: null,
}

function amountsOf(price: PriceInput) {
  switch (price.amountType) {
    case 'free':
      return nothing
    case 'fixed': {
      const { priceCurrency, priceAmount } = price
      return { ...nothing, priceCurrency, priceAmount }
    }
    case 'custom': {
      const { priceCurrency, minimumAmount, maximumAmount, presetAmount } = price
      return {
        ...nothing,
        priceCurrency,
        minimumAmount: minimumAmount ?? null,
        maximumAmount: maximumAmount ?? null,
        presetAmount: presetAmount ?? null,
      }
    }
    case 'metered_unit': {
      const { priceCurrency, unitAmount, meterId } = price
      return { ...nothing, priceCurrency, unitAmount, capAmount: price.capAmount ?? null, meterId }
    }
  }
}
