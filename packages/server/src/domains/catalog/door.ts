export { createCustomField } from './actions/create-custom-field.ts'
export { createDiscount } from './actions/create-discount.ts'
export { createProduct } from './actions/create-product.ts'
export type { CatalogDeps, CustomFieldDeps } from './actions/deps.ts'
export { expandProducts, findExpandedProducts } from './actions/expand-products.ts'
export { checkProductBenefits, setProductBenefits } from './actions/set-product-benefits.ts'
export { updateProduct } from './actions/update-product.ts'
export { presentPart } from './present/charge-part.ts'
export { presentBareProduct, presentDiscount } from './present/discount.ts'
export { presentPrice } from './present/price.ts'
export type { ExpandedProduct } from './present/product.ts'
export { presentCheckoutProduct, visibilityOf } from './present/product.ts'
export {
  filterCustomFieldData,
  validateCustomFieldData,
} from './rules/custom-field-data.ts'
export {
  discountAmountOf,
  isApplicable,
  isDiscountable,
  isRedeemable,
} from './rules/discount-use.ts'
export { type DiscountWithProducts, withProducts } from './store/discount-products.ts'
export {
  addRedemption,
  findDiscountByCode,
  findDiscounts,
  lockDiscount,
  removeRedemption,
} from './store/discounts.ts'
export { findPrices, listActivePrices, type PriceRow } from './store/product-prices.ts'
export {
  findProductIn,
  findProducts,
  listPublicProducts,
} from './store/products.ts'
