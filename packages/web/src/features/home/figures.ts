import type { FigureName } from '#/entities/metric/figures.ts'

/** Those to choose from. */
export const figureNames = [
  'listRunRate',
  'revenue',
  'netRevenue',
  'orders',
  'averageOrderValue',
  'activeSubscriptions',
  'newSubscriptions',
  'churnedSubscriptions',
  'payingCustomers',
  'averageRevenuePerUser',
  'lifetimeValue',
  'customerChurnRate',
  'annualRunRate',
  'trialRunRate',
  'failedPaymentsAmount',
  'checkouts',
  'checkoutsConversion',
] as const satisfies readonly FigureName[]

export type HomeFigure = (typeof figureNames)[number]

export const figuresMax = 6
