import { listCustomerTimeline } from '@guildhall/contract/customers/timeline'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { getForSeller } from '../../organizations/actions/seller.ts'
import type { TimelineDeps } from '../actions/deps.ts'
import { readTimeline } from '../actions/read-timeline.ts'
import { findCustomerIn } from '../store/customers.ts'

export const timelineRoute = (deps: TimelineDeps): OperationRoute =>
  serve(listCustomerTimeline, async ({ caller, params, query }) => {
    const { kysely } = deps.uowFactory.database
    const customer = await getForSeller(deps, caller, (within) =>
      findCustomerIn(kysely, within, params.id),
    )
    return readTimeline(kysely, deps.timelineTypes, customer, query)
  })
