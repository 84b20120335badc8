import { organizationId } from '@guildhall/contract/organizations/shapes'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import { Notice, noticeOf } from '../actions/notices.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { type TellingParts, tellOf } from '../actions/tell-customer.ts'

export const tellCustomerTask = 'subscriptions.tell'

const toldEvents = [
  'order.paid',
  'subscription.updated',
  'subscription.canceled',
  'subscription.revoked',
]

/** Customers hear of what has happened, not of what is tried. */
export const tellingReactions: readonly Reaction[] = toldEvents.map((on) => ({
  on,
  jobs: ({
    name,
    organizationId: organization,
    object,
    payload,
    organizationTime,
  }: LoggedEvent) => {
    const notice = noticeOf({ name, version: object.version, payload, at: organizationTime })
    const told = { organizationId: organization, at: organizationTime.toISOString() }
    return notice === null ? [] : [{ task: tellCustomerTask, payload: { ...told, notice } }]
  },
}))

const occasion = z.object({ organizationId, at: instant, notice: Notice })

export const tellCustomerJob =
  (parts: TellingParts & Pick<SubscriptionParts, 'workshop'>): Task =>
  async (payload) => {
    const told = z.parse(occasion, payload)
    const { organizationId: id } = told
    await work(parts.workshop, { organizationId: id }, (unit) => tellOf(unit, parts, told))
  }
