import type { CheckoutProduct } from '@guildhall/contract/checkout/checkout-shapes'
import type * as z from 'zod/mini'
import type { ShownProduct } from './present-product.ts'

/** What a buyer is told of a product: not what its seller keeps about it, or asks at checkout. */
export const toBuyer = ({
  metadata: _metadata,
  attachedCustomFields: _attached,
  ...product
}: ShownProduct): z.output<typeof CheckoutProduct> => product
