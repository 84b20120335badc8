import type { RefusalEntry } from '../refusal-entry.ts'

export const renewalRefusals = {
  checkout_not_over: {
    status: 409,
    message: 'This checkout is {status}. Only one that has expired or failed can be begun again.',
    error: 'CheckoutNotOver',
  },
  checkout_nothing_for_sale: {
    status: 409,
    message: 'Nothing of this checkout is for sale any more',
    error: 'NothingForSale',
  },
} as const satisfies Record<string, RefusalEntry>
