import type { CustomerExportColumn } from '@guildhall/contract/customers/export-columns'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import type { CustomerRow } from '../store/customers.ts'
import { billingAddressOf } from './customer.ts'

/** Named like the fields of a customer; the parts of the address have its name in front. */
const columns: CsvColumns<CustomerRow, CustomerExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  external_id: (row) => row.externalId,
  email: (row) => row.email,
  email_verified: (row) => row.emailVerified,
  name: (row) => row.name,
  billing_address_line1: (row) => billingAddressOf(row)?.line1 ?? null,
  billing_address_line2: (row) => billingAddressOf(row)?.line2 ?? null,
  billing_address_postal_code: (row) => billingAddressOf(row)?.postalCode ?? null,
  billing_address_city: (row) => billingAddressOf(row)?.city ?? null,
  billing_address_state: (row) => billingAddressOf(row)?.state ?? null,
  billing_address_country: (row) => billingAddressOf(row)?.country ?? null,
  tax_id: (row) => row.taxId,
  metadata: (row) => JSON.stringify(row.metadata),
}

export const exportedCustomers = (chosen?: readonly CustomerExportColumn[]) =>
  csvTable(columns, chosen)
