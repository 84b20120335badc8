import { tellableEventTypes } from '@guildhall/contract/webhooks/events'
import { triggerWebhookEvent } from '@guildhall/contract/webhooks/trigger'
import { isSandboxIn, organizationNamed, sellerWork } from '../../domains/organizations/index.ts'
import { Problem } from '../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../platform/http/serve.ts'
import { makings } from './makings.ts'
import type { TriggerParts } from './stage.ts'

/** Lets something happen in a sandbox, so that there is something to hear of. */
export const triggerRoute = (parts: TriggerParts): EndpointRoute =>
  serve(triggerWebhookEvent, async (call) => {
    const { caller: seller, body } = call
    const organizationId = await organizationNamed(parts, seller, body.organizationId)
    if (!isSandboxIn(parts)) throw new Problem('trigger_of_sandbox_only')
    const event = tellableEventTypes.find((type) => type === body.event)
    if (event === undefined) throw new Problem('trigger_unavailable', { event: body.event })
    const objectId = await makings[event]({ parts, seller, organizationId, event })
    const objectType = event.slice(0, event.indexOf('.'))
    return sellerWork(parts, seller, organizationId, (unit) =>
      call.finish(unit, { event, objectType, objectId }),
    )
  })
