import type { PriceInput } from '@guildhall/contract/catalog/prices'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { NewPriceRow } from '../store/product-prices.ts'
import type { ProductKey } from '../store/products.ts'

/** Rows for new prices, with positions counting up from `position`. */
export const priceRows = (
  uow: UnitOfWork,
  { organizationId, id: productId }: ProductKey,
  { added, position }: { readonly added: readonly PriceInput[]; readonly position: number },
): NewPriceRow[] =>
  added.map((price, index) => ({
    organizationId,
    id: uow.newId('productPrice'),
    productId,
    position: position + index,
    createdAt: uow.now,
    amountType: price.amountType,
    ...amountsOf(price),
  }))

const noAmounts = {
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
      return noAmounts
    case 'fixed': {
      const { priceCurrency, priceAmount } = price
      return { ...noAmounts, priceCurrency, priceAmount }
    }
    case 'custom': {
      const { priceCurrency, minimumAmount, maximumAmount, presetAmount } = price
      return {
        ...noAmounts,
        priceCurrency,
        minimumAmount: minimumAmount ?? null,
        maximumAmount: maximumAmount ?? null,
        presetAmount: presetAmount ?? null,
      }
    }
    case 'metered_unit': {
      const { priceCurrency, unitAmount, meterId } = price
      return {
        ...noAmounts,
        priceCurrency,
        unitAmount,
        capAmount: price.capAmount ?? null,
        meterId,
      }
    }
  }
}
