import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { makeInvoices } from '../actions/invoice-documents.ts'
import { numberInvoices } from '../actions/invoice-numbers.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'

export const numberInvoicesTask = 'orders.numberInvoices'
export const makeInvoicesTask = 'orders.makeInvoices'

/** One waiting job numbers whatever was paid in an organization until it runs. */
const numberInvoicesReaction: Reaction = {
  on: 'order.paid',
  jobs: ({ organizationId }) => [
    {
      task: numberInvoicesTask,
      key: `${numberInvoicesTask}:${organizationId}`,
      payload: { organizationId },
    },
  ],
}

const makingReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId, object }) => [
    { task: makeInvoicesTask, payload: { organizationId, id: object.id } },
  ],
})

export const invoiceReactions: readonly Reaction[] = [
  numberInvoicesReaction,
  makingReaction('invoice.requested'),
  makingReaction('invoice.corrected'),
]

const organizationPayload = z.object({ organizationId })
const orderPayload = z.object({ organizationId, id: id('order') })

export const numberInvoicesJob =
  ({ workshop }: Pick<InvoiceParts, 'workshop'>): Task =>
  (payload) =>
    numberInvoices(workshop, z.parse(organizationPayload, payload).organizationId)

export const makeInvoicesJob =
  (parts: Pick<InvoiceParts, 'workshop' | 'printer'>): Task =>
  (payload) =>
    makeInvoices(parts, z.parse(orderPayload, payload))
