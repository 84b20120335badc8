import { exportCustomers } from '@guildhall/contract/customers/customers'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { ExportButton } from '#/ui/export-button.tsx'
import type { CustomersView } from './customers-view.ts'

/** Exports the customers that match the search as CSV. */
export function ExportCustomersButton({ view }: { view: CustomersView }) {
  const { id, slug } = useOrganization()
  const query = { ...exportRequest(view), organizationId: [id] }
  return (
    <ExportButton fileName={`${slug}-customers`} csv={() => api.csv(exportCustomers, { query })} />
  )
}
