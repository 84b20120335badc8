export { updateProduct } from './actions/change-product.ts'
export { createCustomField } from './actions/create-custom-field.ts'
export { createDiscount } from './actions/create-discount.ts'
export { createProduct } from './actions/create-product.ts'
export { detachFromProducts } from './actions/detach.ts'
export { findShownProducts, showProducts } from './actions/gather-products.ts'
export type { CatalogParts } from './actions/parts.ts'
export { presentBareProduct, presentDiscount } from './actions/present-discount.ts'
export { presentPrice } from './actions/present-price.ts'
export type { ShownProduct } from './actions/present-product.ts'
export { toBuyer } from './actions/present-to-buyer.ts'
export { setProductBenefits } from './actions/set-product-benefits.ts'
export {
  keptCustomFieldData,
  readCustomFieldData,
} from './rules/custom-field-data.ts'
export {
  discountAmountOf,
  isApplicable,
  isDiscountable,
  isRedeemable,
} from './rules/discount-use.ts'
export { type DiscountWithProducts, withProducts } from './store/discount-products.ts'
export {
  findDiscountsOf,
  findDiscountWithCode,
  giveBackRedemption,
  lockDiscount,
  takeRedemption,
} from './store/discounts.ts'
export { findPricesOf, listPricesOf } from './store/product-prices.ts'
export { findProductIn, findProductsOf, findProductsOnSale } from './store/products.ts'
