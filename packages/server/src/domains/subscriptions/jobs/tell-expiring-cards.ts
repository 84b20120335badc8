import type { DueWork } from '../../../platform/due-work.ts'
import type { Task } from '../../../platform/queue.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { tellExpiringCards } from '../actions/tell-expiring-cards.ts'
import { findNextExpiry } from '../store/expiring-cards.ts'

export const tellExpiringCardsTask = 'subscriptions.tellExpiringCards'

type Parts = Pick<SubscriptionParts, 'workshop' | 'config' | 'keyring'>

/** In real time; where a clock is stopped, that clock looks after it. */
export const tellExpiringCardsJob =
  (parts: Parts): Task =>
  () =>
    tellExpiringCards(parts, null)

export const expiringCardDueWork = (parts: Parts): DueWork => ({
  nextDue: (organizationId) => findNextExpiry(parts.workshop.database.kysely, organizationId),
  run: (organizationId) => tellExpiringCards(parts, organizationId),
})
