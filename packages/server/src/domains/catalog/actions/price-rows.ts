import { columnsOfPrice } from '../../../kernel/stored-price.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { NewPrice } from '../rules/price-change.ts'
import type { NewPriceRow } from '../store/product-prices.ts'
import type { ProductKey } from '../store/products.ts'

/** Rows for new prices, with positions counting up from `position`. */
export const priceRows = (
  uow: UnitOfWork,
  { organizationId, id: productId }: ProductKey,
  { added, position }: { readonly added: readonly NewPrice[]; readonly position: number },
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
  meteredPrice: null,
  meterId: null,
}

function amountsOf(price: NewPrice) {
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
      const { priceCurrency, meterId, metered } = price
      const { meteredPrice, ...columns } = columnsOfPrice(metered)
      return {
        ...noAmounts,
        ...columns,
        priceCurrency,
        meteredPrice: meteredPrice === null ? null : jsonText(meteredPrice),
        meterId,
      }
    }
  }
}
