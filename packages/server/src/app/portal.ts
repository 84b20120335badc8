import type { PortalParts } from '../domains/portal/index.ts'
import {
  codeReaction,
  sendCodeJob,
  sendCodeTask,
  sweepCodes,
  sweepCodesTask,
} from '../domains/portal/jobs/portal-codes.ts'
import { customerRoutes } from '../domains/portal/routes/customer.ts'
import { orderRoutes } from '../domains/portal/routes/orders.ts'
import { shopRoutes } from '../domains/portal/routes/shop.ts'
import { signInRoutes } from '../domains/portal/routes/sign-in.ts'
import { subscriptionRoutes } from '../domains/portal/routes/subscriptions.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

export const portalEndpoints = (parts: PortalParts): readonly EndpointRoute[] => [
  ...signInRoutes(parts),
  ...customerRoutes(parts),
  ...shopRoutes(parts),
  ...orderRoutes(parts),
  ...subscriptionRoutes(parts),
]

export const portalReactions: readonly Reaction[] = [codeReaction]

export const portalTasks = (parts: PortalParts): Tasks => ({
  [sendCodeTask]: sendCodeJob(parts),
  [sweepCodesTask]: sweepCodes(parts),
})

export const portalSchedules: readonly Schedule[] = [{ task: sweepCodesTask, cron: '47 * * * *' }]
