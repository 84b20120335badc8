import type { createProduct } from '@guildhall/contract/catalog/products'
import type { ResponseOf } from '@guildhall/contract/operation'

export type Visibility = ResponseOf<typeof createProduct>['visibility']

/** From the most buyers to the fewest. */
export const visibilityOptions = [
  {
    value: 'public',
    label: 'Public',
    hint: 'Anyone can buy it. It is on your public page and, unless you list plans yourself, in the portal.',
  },
  {
    value: 'unlisted',
    label: 'Unlisted',
    hint: 'Only people with a checkout link or a checkout of yours can buy it.',
  },
  {
    value: 'private',
    label: 'Private',
    hint: 'Only customers for whom you create a checkout or a subscription can buy it. Checkout links leave it out.',
  },
] as const satisfies readonly { value: Visibility; label: string; hint: string }[]

export const visibilityLabel = (visibility: Visibility): string =>
  visibilityOptions.find(({ value }) => value === visibility)?.label ?? visibility
