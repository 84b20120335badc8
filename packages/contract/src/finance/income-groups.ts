export const incomeGroups = ['total', 'day', 'month', 'product', 'country'] as const
export type IncomeGroup = (typeof incomeGroups)[number]
