import { listCustomerTimeline } from '@guildhall/contract/customers/timeline'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf } from '../../organizations/index.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { readTimeline } from '../actions/read-timeline.ts'
import type { TimelineTypes } from '../rules/timeline.ts'
import { findCustomerIn } from '../store/customers.ts'

/** What happened to a customer, of the types that the domains have registered. */
export const timelineRoute = (parts: CustomerParts, types: TimelineTypes): EndpointRoute =>
  serve(listCustomerTimeline, async ({ caller, params, query }) => {
    const { kysely } = parts.workshop.database
    const customer = await itemOf(parts, caller, (within) =>
      findCustomerIn(kysely, within, params.id),
    )
    return readTimeline(kysely, types, customer, query)
  })
