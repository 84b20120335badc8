import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { revokeOfCustomer } from '../actions/revoke-of-customer.ts'
import { tryAgain } from '../actions/try-again.ts'

export const revokeOfCustomerTask = 'subscriptions.revokeOfCustomer'
export const tryAgainTask = 'subscriptions.tryAgain'

const leftReaction: Reaction = {
  on: 'customer.deleted',
  jobs: ({ organizationId: organization, object }) => [
    {
      task: revokeOfCustomerTask,
      payload: { organizationId: organization, customerId: object.id },
    },
  ],
}

const newMethodReaction: Reaction = {
  on: 'payment_method.default_changed',
  jobs: ({ organizationId: organization, customerId: customer, object }) => [
    {
      task: tryAgainTask,
      payload: { organizationId: organization, customerId: customer, paymentMethodId: object.id },
    },
  ],
}

/** Who is deleted has no subscriptions, and who leaves another card is charged with it. */
export const customerReactions: readonly Reaction[] = [leftReaction, newMethodReaction]

const ofCustomer = z.object({ organizationId, customerId })
const ofMethod = z.object({ organizationId, customerId, paymentMethodId: id('paymentMethod') })

export const revokeOfCustomerJob =
  (parts: SubscriptionParts): Task =>
  (payload) =>
    revokeOfCustomer(parts, z.parse(ofCustomer, payload))

export const tryAgainJob =
  (parts: SubscriptionParts): Task =>
  (payload) =>
    tryAgain(parts, z.parse(ofMethod, payload))
