import { type CheckoutParts, completeCheckout } from '../domains/checkout/index.ts'
import type { DeliveryParts } from '../domains/webhooks/jobs/delivery-parts.ts'
import {
  memberReactions,
  tellMembersJob,
  tellMembersTask,
} from '../domains/webhooks/jobs/tell-members.ts'
import { endpointRoutes } from '../domains/webhooks/routes/endpoints.ts'
import { messageRoutes } from '../domains/webhooks/routes/messages.ts'
import { replayRoutes } from '../domains/webhooks/routes/replays.ts'
import { secretRoutes } from '../domains/webhooks/routes/secrets.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import { tenantGuard } from '../platform/http-client/guard.ts'
import { openPoster } from '../platform/http-client/post-outside.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Tasks } from '../platform/queue.ts'

/** What sending takes; tenants chose the URLs. */
export const deliveryParts = (
  parts: Omit<DeliveryParts, 'poster' | 'completions'> & Pick<CheckoutParts, 'config'>,
): DeliveryParts => ({
  database: parts.database,
  keyring: parts.keyring,
  clock: parts.clock,
  log: parts.log,
  wake: parts.wake,
  poster: openPoster({ guard: tenantGuard(parts.config.server.url), clock: parts.clock }),
  completions: webhookCompletions(parts),
})

type Parts = Pick<CheckoutParts, 'workshop' | 'clock' | 'config' | 'keyring'>

/** What the log of events must not keep, by type of object. */
const webhookCompletions = (
  parts: Pick<CheckoutParts, 'config' | 'keyring'>,
): DeliveryParts['completions'] => ({ checkout: completeCheckout(parts) })

export function webhookEndpoints(given: Parts): readonly EndpointRoute[] {
  const parts = { ...given, completions: webhookCompletions(given) }
  return [
    ...endpointRoutes(parts),
    ...secretRoutes(parts),
    ...messageRoutes(parts),
    ...replayRoutes(parts),
  ]
}

export const webhookReactions: readonly Reaction[] = memberReactions

export const webhookTasks = (parts: Omit<Parts, 'clock'>): Tasks => ({
  [tellMembersTask]: tellMembersJob(parts),
})
