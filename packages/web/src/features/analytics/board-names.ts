export const boardNames = ['revenue', 'subscriptions', 'customers', 'checkouts'] as const
export type BoardName = (typeof boardNames)[number]

export const boardLabels: Readonly<Record<BoardName, string>> = {
  revenue: 'Revenue',
  subscriptions: 'Subscriptions',
  customers: 'Customers',
  checkouts: 'Checkouts',
}
