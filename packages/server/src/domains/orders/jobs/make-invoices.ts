import { orderId } from '@guildhall/contract/orders/order-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { type MakeDeps, makeInvoices } from '../actions/make-invoices.ts'

export const makeInvoicesJob: JobDefinition<MakeDeps> = job({
  name: 'orders.make_invoices',
  payload: z.object({ organizationId, id: orderId }),
  on: [
    when(['invoice.requested', 'invoice.corrected'], [], ({ organizationId, object: { id } }) => [
      { payload: { organizationId, id } },
    ]),
  ],
  run: (deps: MakeDeps, order) => makeInvoices(deps, order),
})
