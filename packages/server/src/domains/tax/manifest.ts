import type { Domain } from '../../platform/domain.ts'
import type { TaxDeps } from './actions/deps.ts'
import {
  reportLostDispute,
  reportTaxedCredit,
  reportTaxedRefund,
  reportTaxedSale,
} from './jobs/report-tax.ts'
import { registrationRoutes } from './routes/registrations.ts'

export const taxDomain: Domain<TaxDeps> = {
  name: 'tax',
  operations: registrationRoutes,
  jobs: [reportTaxedSale, reportTaxedRefund, reportTaxedCredit, reportLostDispute],
}
