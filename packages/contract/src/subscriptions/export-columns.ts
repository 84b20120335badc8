/** What the export of subscriptions can have in place of the columns that the official client knows. */
export const subscriptionExportColumns = [
  'id',
  'created_at',
  'customer_id',
  'customer_email',
  'customer_name',
  'product_id',
  'product_name',
  'discount_name',
  'status',
  'amount',
  'currency',
  'recurring_interval',
  'started_at',
  'current_period_end',
  'cancel_at_period_end',
  'ended_at',
] as const
export type SubscriptionExportColumn = (typeof subscriptionExportColumns)[number]
