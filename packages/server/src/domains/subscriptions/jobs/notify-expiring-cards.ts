import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { notifyExpiringCards } from '../actions/notify-expiring-cards.ts'
import { findNextExpiry } from '../store/expiring-cards.ts'

/** In real time. Organizations with a stopped clock are left to that clock. */
export const notifyExpiringCardsJob: JobDefinition<SubscriptionDeps> = schedule({
  name: 'subscriptions.notify_expiring_cards',
  cron: '17 5 * * *',
  run: (deps: SubscriptionDeps) => notifyExpiringCards(deps, null),
})

export const expiringCardDueWork = (deps: SubscriptionDeps): DueWork => ({
  nextDue: (organizationId) => findNextExpiry(deps.uowFactory.database.kysely, organizationId),
  run: (organizationId) => notifyExpiringCards(deps, organizationId),
})
