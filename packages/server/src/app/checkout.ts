import {
  type CheckoutParts,
  type CheckoutWatch,
  openCheckoutWatch,
} from '../domains/checkout/index.ts'
import {
  checkoutReactions,
  endDueCheckouts,
  endDueCheckoutsTask,
  finishCheckoutJob,
  finishCheckoutTask,
  reopenCheckoutJob,
  reopenCheckoutTask,
} from '../domains/checkout/jobs/settle-checkouts.ts'
import { buyerRoutes } from '../domains/checkout/routes/buyers.ts'
import { buyerResolver, checkoutEmbedders } from '../domains/checkout/routes/callers.ts'
import { checkoutRoutes } from '../domains/checkout/routes/checkouts.ts'
import { followLinkRoute } from '../domains/checkout/routes/follow-link.ts'
import { checkoutLinkRoutes } from '../domains/checkout/routes/links.ts'
import { renewalRoute } from '../domains/checkout/routes/renew-checkout.ts'
import { streamRoute } from '../domains/checkout/routes/stream.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

export { checkoutEmbedders, checkoutReactions }

/** Looks after the checkouts that pages of this process wait for. */
export const checkoutWatch = ({ workshop, log }: CheckoutParts): CheckoutWatch =>
  openCheckoutWatch({ database: workshop.database, log })

export const checkoutEndpoints = (
  parts: CheckoutParts,
  watch: CheckoutWatch,
): readonly EndpointRoute[] => [
  ...checkoutRoutes(parts),
  ...buyerRoutes(parts),
  streamRoute(parts, watch),
  ...checkoutLinkRoutes(parts),
  followLinkRoute(parts),
  renewalRoute(parts),
]

export const checkoutResolvers = (parts: CheckoutParts): Pick<Resolvers, 'clientSecret'> => ({
  clientSecret: buyerResolver(parts),
})

export const checkoutTasks = (parts: CheckoutParts): Tasks => ({
  [finishCheckoutTask]: finishCheckoutJob(parts),
  [reopenCheckoutTask]: reopenCheckoutJob(parts),
  [endDueCheckoutsTask]: endDueCheckouts(parts),
})

export const checkoutSchedules: readonly Schedule[] = [
  { task: endDueCheckoutsTask, cron: '* * * * *' },
]
