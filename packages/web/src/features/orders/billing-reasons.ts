import type { Order } from './order-queries.ts'

export const billingReasonTexts: Readonly<Record<Order['billingReason'], string>> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Plan change or usage',
}
