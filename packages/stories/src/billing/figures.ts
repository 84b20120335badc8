import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** What is printed of each kind of figure, and how. */
export const sales = {
  orders: 'orders',
  revenue: '$ sold',
  one_time_products: 'once',
  one_time_products_revenue: '$ once',
  new_subscriptions: 'started',
  new_subscriptions_revenue: '$ first',
  renewed_subscriptions: 'renewed',
  renewed_subscriptions_revenue: '$ again',
}
export const rates = {
  active_subscriptions: 'active',
  monthly_recurring_revenue: '$ mrr',
  list_run_rate: '$ list',
  billing_run_rate: '$ billing',
  trial_run_rate: '$ trial',
  committed_run_rate: '$ committed',
}
export const moves = {
  new_run_rate: '$ new',
  expansion_run_rate: '$ expansion',
  contraction_run_rate: '$ contraction',
  churned_run_rate: '$ churn',
  reactivated_run_rate: '$ back',
  migrated_run_rate: '$ migrated',
  paused_run_rate: '$ paused',
  resumed_run_rate: '$ resumed',
  churned_subscriptions: 'ended',
  churned_customers: 'left',
}

export const money = {
  revenue: '$ sold',
  net_revenue: '$ net',
  usage_revenue: '$ used',
  payments: 'paid',
  refunds: 'refunds',
  refunded_amount: '$ refunded',
  disputes: 'disputes',
  lost_disputes: 'lost',
  lost_amount: '$ lost',
  failed_payments: 'failed',
  failed_payments_amount: '$ unpaid',
  recovered_payments: 'recovered',
  recovered_payments_amount: '$ recovered',
}

/** What was sold in a time, what was left of it, and why the run-rate moved. */
export const events = {
  orders: 'orders',
  revenue: '$ sold',
  net_revenue: '$ net',
  usage_revenue: '$ used',
  ...moves,
}

type Names = Readonly<Record<string, string>>

/** Figures of the API in a year, each month with what isn’t zero. */
export const months = (shop: Shop, names: Names, filter = ''): Promise<string[]> =>
  buckets(shop, names, {
    query: `start_date=2031-01-01&end_date=2031-12-31&interval=month${filter}`,
    label: (timestamp) => timestamp.slice(5, 7),
  })

/** Figures of any buckets with what isn’t zero, by when they begin. */
export async function buckets(
  shop: Shop,
  names: Names,
  { query, label }: { readonly query: string; readonly label: (timestamp: string) => string },
): Promise<string[]> {
  const { status, body } = await shop.get(`/metrics/?${query}`)
  expect(status).toBe(200)
  return Object(body).periods.flatMap((period: Record<string, unknown>) => {
    const shown = Object.entries(names).flatMap(([name, text]) => {
      const value = Number(period[name])
      if (value === 0) return []
      return text.startsWith('$') ? `${text.slice(2)} $${value / 100}` : `${text} ${value}`
    })
    return shown.length === 0 ? [] : `${label(String(period['timestamp']))}: ${shown.join(', ')}`
  })
}
