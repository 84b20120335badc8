import type { Domain } from '../../platform/domain.ts'
import { type FinanceDeps, financeRoutes } from './routes/finance.ts'

export const financeDomain: Domain<FinanceDeps> = {
  name: 'finance',
  operations: financeRoutes,
}
