import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { revokeCustomerSubscriptions } from '../actions/revoke-customer-subscriptions.ts'

export const revokeCustomerSubscriptionsJob: JobDefinition<SubscriptionDeps> = job({
  name: 'subscriptions.revoke_customer_subscriptions',
  payload: z.object({ organizationId, customerId }),
  on: [
    when('customer.deleted', [], ({ organizationId: organization, object }) => [
      { payload: { organizationId: organization, customerId: object.id } },
    ]),
  ],
  run: (deps: SubscriptionDeps, payload) => revokeCustomerSubscriptions(deps, payload),
})
