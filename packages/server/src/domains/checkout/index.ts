export type { CheckoutParts } from './actions/parts.ts'
export { type CheckoutWatch, openCheckoutWatch } from './actions/watch-checkouts.ts'
