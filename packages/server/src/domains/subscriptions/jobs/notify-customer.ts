import { organizationId } from '@guildhall/contract/organizations/shapes'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, type JobRequest, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { NoticeDeps } from '../actions/deps.ts'
import { notifyCustomer } from '../actions/notify-customer.ts'
import {
  Notice,
  noticeOfEnd,
  noticeOfOrder,
  noticeOfUpdate,
  orderFields,
  subscriptionFields,
} from '../messages/mail-for-event.ts'

const payload = z.object({ organizationId, at: instant, notice: Notice })

interface Happened {
  readonly organizationId: z.output<typeof organizationId>
  readonly organizationTime: Date
}

const requestsFor = (
  { organizationId: organization, organizationTime: at }: Happened,
  notice: Notice | null,
): readonly JobRequest<z.output<typeof payload>>[] =>
  notice === null ? [] : [{ payload: { organizationId: organization, at, notice } }]

/** Mails what has happened to a subscription; what is merely attempted is not mailed. */
export const notifyCustomerJob: JobDefinition<NoticeDeps> = job({
  name: 'subscriptions.notify_customer',
  payload,
  on: [
    when('order.paid', orderFields, (event) => requestsFor(event, noticeOfOrder(event.payload))),
    when('subscription.updated', subscriptionFields, (event) => {
      const { object, organizationTime: at } = event
      return requestsFor(event, noticeOfUpdate(event.payload, { version: object.version, at }))
    }),
    when(['subscription.canceled', 'subscription.revoked'], subscriptionFields, (event) =>
      requestsFor(event, noticeOfEnd(event.payload)),
    ),
  ],
  run: (deps: NoticeDeps, { organizationId: organization, at, notice }) =>
    runUnitOfWork(deps.uowFactory, { organizationId: organization }, (uow) =>
      notifyCustomer(uow, deps, { organizationId: organization, at, notice }),
    ),
})
