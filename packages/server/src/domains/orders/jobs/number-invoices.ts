import { throwTogether } from '../../../kernel/throw-together.ts'
import { lookAtDue } from '../../../platform/due/look-at-due.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { type SweepDefinition, sweep } from '../../../platform/sweeps.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { numberCreditNotes, numberCreditNotesOf } from '../actions/number-credit-notes.ts'
import { numberInvoices, numberInvoicesOf } from '../actions/number-invoices.ts'
import { documentsToNumber } from '../store/invoice-numbers.ts'

type Deps = Pick<InvoiceDeps, 'uowFactory'>

/** Numbers the orders that were paid meanwhile, and then what came back. */
export const numberPaidOrders: SweepDefinition<Deps> = sweep({
  name: documentsToNumber.kind,
  pauseMilliseconds: 30_000,
  pauseAfterEventsMilliseconds: 1_000,
  run: ({ uowFactory }: Deps, signal) =>
    lookAtDue(uowFactory, {
      list: documentsToNumber,
      signal,
      run: async (organizationIds) => {
        const failures: unknown[] = []
        for (const number of [numberInvoicesOf, numberCreditNotesOf]) {
          await number(uowFactory, organizationIds).catch((error: unknown) => failures.push(error))
        }
        throwTogether(failures, 'numbering documents failed')
      },
    }),
})

/** An order that is paid while a clock is advanced has its invoice from that instant. */
export const invoiceDueWork = ({ uowFactory }: Deps): DueWork => ({
  nextDue: async () => null,
  run: async (organizationId) => {
    await numberInvoices(uowFactory, organizationId)
    await numberCreditNotes(uowFactory, organizationId)
  },
})
