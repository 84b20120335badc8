import { exportSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { ExportButton } from '#/ui/export-button.tsx'
import { subscriptionFilters } from './subscription-queries.ts'
import { newestFirst, type SubscriptionsView } from './subscriptions-view.ts'

/** Exports the subscriptions that match the filters as CSV. */
export function ExportSubscriptionsButton({ view }: { view: SubscriptionsView }) {
  const { id, slug } = useOrganization()
  // The export has another default order than the list.
  const list = exportRequest({ ...view, sort: view.sort ?? newestFirst })
  const query = { ...list, ...subscriptionFilters(view), organizationId: [id] }
  return (
    <ExportButton
      fileName={`${slug}-subscriptions`}
      csv={() => api.csv(exportSubscriptions, { query })}
    />
  )
}
