import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import { triggeredEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { isSandboxMode } from '../../domains/organizations/actions/advance-clock.ts'
import {
  resolveOrganization,
  sellerUnitOfWork,
} from '../../domains/organizations/actions/seller.ts'
import { Problem } from '../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../platform/http/serve.ts'
import type { TriggerDeps } from './create-objects.ts'
import { eventTriggers } from './event-triggers.ts'

/** Causes an event in a sandbox, so that an integration has something to receive. */
export const triggerRoute = (deps: TriggerDeps): OperationRoute =>
  serve(triggerWebhookEvent, async (call) => {
    const { caller: seller, body } = call
    const organizationId = await resolveOrganization(deps, seller, body.organizationId)
    if (!isSandboxMode(deps)) throw new Problem('trigger_of_sandbox_only')
    const event = triggeredEventTypes.find((type) => type === body.event)
    if (event === undefined) throw new Problem('trigger_unavailable', { event: body.event })
    const objectId = await eventTriggers[event]({ deps, seller, organizationId, event })
    const objectType = event.slice(0, event.indexOf('.'))
    return sellerUnitOfWork(deps, seller, organizationId, (uow) =>
      call.finish(uow, { event, objectType, objectId }),
    )
  })
