import type { DueWork } from '../../../platform/due-work.ts'
import { numberInvoices } from '../actions/invoice-numbers.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'

/** What was paid at an instant of an advanced clock has its invoice from then. */
export const invoiceDueWork = ({ workshop }: Pick<InvoiceParts, 'workshop'>): DueWork => ({
  nextDue: async () => null,
  run: (organizationId) => numberInvoices(workshop, organizationId),
})
