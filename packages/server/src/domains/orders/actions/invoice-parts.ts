import type { Printer } from '../../../platform/pdf/printer.ts'
import type { OrganizationParts } from '../../organizations/index.ts'

/** What invoices are made from; put together in `app/`. */
export interface InvoiceParts
  extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config' | 'keyring'> {
  readonly printer: Printer
}
