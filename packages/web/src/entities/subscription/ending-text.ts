import type { SubscriptionStatus } from '@guildhall/contract/subscriptions/subscription-statuses'

interface Ended {
  status: SubscriptionStatus
}

/** Its end bills usage and changes that have waited for the next order; a trial’s usage is free. */
const chargedAtEnd = ({ status }: Ended, when: 'now' | 'then'): string =>
  status === 'trialing'
    ? 'Nothing is charged.'
    : `Only what isn’t billed yet, such as usage, is charged ${when}.`

/** Of one that is canceled with its period, until when it stays active. */
export const cancelingText = (subscription: Ended, day: string): string =>
  `Stays active until ${day} and doesn’t renew. ${chargedAtEnd(subscription, 'then')} You can undo this until then.`

/** Of one that ends with its period. */
export const endingText = (subscription: Ended): string =>
  `It doesn’t renew, and benefits stay active until then. ${chargedAtEnd(subscription, 'then')}`

/** Of one that is canceled immediately. */
export const cancelNowText = (subscription: Ended): string =>
  `Benefits end immediately, and nothing is refunded automatically. Refund the order if needed. ${chargedAtEnd(subscription, 'now')}`

export const cancelManyText =
  'Each stays active until the end of its period and doesn’t renew. Only what isn’t billed yet, such as usage, is charged then.'
