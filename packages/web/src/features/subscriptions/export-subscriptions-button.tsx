import type { SubscriptionExportColumn } from '@guildhall/contract/subscriptions/export-columns'
import { subscriptionExportColumns } from '@guildhall/contract/subscriptions/export-columns'
import { exportSubscriptions } from '@guildhall/contract/subscriptions/subscriptions'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useListSettings } from '#/entities/saved-view/list-settings.ts'
import { api } from '#/lib/api.ts'
import { exportRequest } from '#/lib/list-view.ts'
import { fileColumns } from '#/ui/column-choice.ts'
import { ExportMenu } from '#/ui/export-button.tsx'
import { subscriptionColumns } from './subscription-columns.tsx'
import { subscriptionFilters } from './subscription-queries.ts'
import { newestFirst, type SubscriptionsView } from './subscriptions-view.ts'

/** Exports the subscriptions that match the filters as CSV. */
export function ExportSubscriptionsButton({ view }: { view: SubscriptionsView }) {
  const { id, slug } = useOrganization()
  const { shown } = useListSettings('subscriptions', view.view)
  // The export has another default order than the list.
  const list = exportRequest({ ...view, sort: view.sort ?? newestFirst })
  const query = { ...list, ...subscriptionFilters(view), organizationId: [id] }
  const csvOf = (columns: readonly SubscriptionExportColumn[]) => () =>
    api.csv(exportSubscriptions, { query: { ...query, columns: [...columns] } })
  return (
    <ExportMenu
      fileName={`${slug}-subscriptions`}
      shown={csvOf(fileColumns(subscriptionColumns, shown, inFile))}
      all={csvOf(subscriptionExportColumns)}
    />
  )
}

/** By the columns of the list. */
const inFile: Readonly<Record<string, readonly SubscriptionExportColumn[]>> = {
  customer: ['customer_name', 'customer_email'],
  product: ['product_name'],
  status: ['status', 'cancel_at_period_end'],
  amount: ['amount', 'currency', 'recurring_interval'],
  started_at: ['started_at'],
  current_period_end: ['current_period_end'],
  discount: ['discount_name'],
  ended_at: ['ended_at'],
}
