import type { Subscription } from './subscription-queries.ts'

/** Who subscribed: by their name where they have one. */
export const subscriberName = ({ customer }: Pick<Subscription, 'customer'>): string =>
  customer.name ?? customer.email
