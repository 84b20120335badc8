import { orderId } from '@guildhall/contract/orders/order-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { makeInvoices } from '../actions/make-invoices.ts'

type Deps = Pick<InvoiceDeps, 'uowFactory' | 'printer'>

export const makeInvoicesJob: JobDefinition<Deps> = job({
  name: 'orders.make_invoices',
  payload: z.object({ organizationId, id: orderId }),
  on: [
    when(['invoice.requested', 'invoice.corrected'], [], ({ organizationId, object: { id } }) => [
      { payload: { organizationId, id } },
    ]),
  ],
  run: (deps: Deps, order) => makeInvoices(deps, order),
})
