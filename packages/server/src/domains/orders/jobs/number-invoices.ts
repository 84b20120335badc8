import type { DueWork } from '../../../platform/due-work.ts'
import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { numberAllCreditNotes, numberCreditNotes } from '../actions/number-credit-notes.ts'
import { numberAllInvoices, numberInvoices } from '../actions/number-invoices.ts'

type Deps = Pick<InvoiceDeps, 'uowFactory'>

/** Numbers the orders of all organizations that were paid meanwhile, and then what came back. */
export const numberPaidOrders: SweepDefinition<Deps> = sweep({
  name: 'orders.numberInvoices',
  pauseMilliseconds: 30_000,
  pauseAfterEventsMilliseconds: 1_000,
  run: async ({ uowFactory }: Deps, signal) => {
    await numberAllInvoices(uowFactory, signal)
    await numberAllCreditNotes(uowFactory, signal)
  },
})

/** An order that is paid while a clock is advanced has its invoice from that instant. */
export const invoiceDueWork = ({ uowFactory }: Deps): DueWork => ({
  nextDue: async () => null,
  run: async (organizationId) => {
    await numberInvoices(uowFactory, organizationId)
    await numberCreditNotes(uowFactory, organizationId)
  },
})
