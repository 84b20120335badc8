import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { Sweep } from '../../../platform/sweeps.ts'
import { makeInvoices } from '../actions/invoice-documents.ts'
import { numberAllInvoices } from '../actions/invoice-numbers.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'

export const makeInvoicesTask = 'orders.makeInvoices'

const makingReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId, object }) => [
    { task: makeInvoicesTask, payload: { organizationId, id: object.id } },
  ],
})

export const invoiceReactions: readonly Reaction[] = [
  makingReaction('invoice.requested'),
  makingReaction('invoice.corrected'),
]

const orderPayload = z.object({ organizationId, id: id('order') })

export const makeInvoicesJob =
  (parts: Pick<InvoiceParts, 'workshop' | 'printer'>): Task =>
  (payload) =>
    makeInvoices(parts, z.parse(orderPayload, payload))

const restMilliseconds = 30_000
const afterNewsMilliseconds = 1_000

/** What was paid meanwhile is numbered together, wherever it was sold. */
export const numberPaidOrders = ({ workshop }: Pick<InvoiceParts, 'workshop'>): Sweep => ({
  name: 'orders.numberInvoices',
  restMilliseconds,
  afterNewsMilliseconds,
  run: (signal) => numberAllInvoices(workshop, signal),
})
