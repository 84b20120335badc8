import type { OrganizationParts } from '../domains/organizations/index.ts'
import { objectToDeletion, type SubscriptionParts } from '../domains/subscriptions/index.ts'
import {
  customerReactions,
  revokeOfCustomerJob,
  revokeOfCustomerTask,
  tryAgainJob,
  tryAgainTask,
} from '../domains/subscriptions/jobs/follow-customers.ts'
import { runDueJob, runDueTask } from '../domains/subscriptions/jobs/run-due.ts'
import {
  attemptReactions,
  settleAttemptsJob,
  settleAttemptsTask,
} from '../domains/subscriptions/jobs/settle-attempts.ts'
import {
  changeReactions,
  giveUpChangeJob,
  giveUpChangeTask,
  settleChangeJob,
  settleChangeTask,
} from '../domains/subscriptions/jobs/settle-changes.ts'
import {
  tellCustomerJob,
  tellCustomerTask,
  tellingReactions,
} from '../domains/subscriptions/jobs/tell-customer.ts'
import {
  tellExpiringCardsJob,
  tellExpiringCardsTask,
} from '../domains/subscriptions/jobs/tell-expiring-cards.ts'
import { changeRoutes } from '../domains/subscriptions/routes/changes.ts'
import { createSubscriptionRoute } from '../domains/subscriptions/routes/create-subscription.ts'
import { customerStateRoutes } from '../domains/subscriptions/routes/customer-state.ts'
import { previewRoutes } from '../domains/subscriptions/routes/previews.ts'
import { subscriptionRoutes } from '../domains/subscriptions/routes/subscriptions.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** What subscriptions have against the deletion of an organization. */
export const subscriptionsBeforeDeletion: OrganizationParts['beforeOrganizationDeletion'] = [
  objectToDeletion,
]

export const subscriptionEndpoints = (parts: SubscriptionParts): readonly EndpointRoute[] => [
  ...subscriptionRoutes(parts),
  createSubscriptionRoute(parts),
  ...changeRoutes(parts),
  ...previewRoutes(parts),
  ...customerStateRoutes(parts),
]

export const subscriptionReactions: readonly Reaction[] = [
  ...changeReactions,
  ...attemptReactions,
  ...customerReactions,
  ...tellingReactions,
]

export const subscriptionTasks = (parts: SubscriptionParts): Tasks => ({
  [settleChangeTask]: settleChangeJob(parts),
  [giveUpChangeTask]: giveUpChangeJob(parts),
  [runDueTask]: runDueJob(parts),
  [settleAttemptsTask]: settleAttemptsJob(parts),
  [revokeOfCustomerTask]: revokeOfCustomerJob(parts),
  [tryAgainTask]: tryAgainJob(parts),
  [tellCustomerTask]: tellCustomerJob(parts),
  [tellExpiringCardsTask]: tellExpiringCardsJob(parts),
})

export const subscriptionSchedules: readonly Schedule[] = [
  { task: runDueTask, cron: '* * * * *' },
  { task: tellExpiringCardsTask, cron: '17 5 * * *' },
]
