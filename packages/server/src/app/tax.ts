import type { TaxParts } from '../domains/tax/index.ts'
import {
  tellTaxedRefund,
  tellTaxedRefundTask,
  tellTaxedSale,
  tellTaxedSaleTask,
} from '../domains/tax/jobs/tell-tax.ts'
import { registrationRoutes } from '../domains/tax/routes/registrations.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Tasks } from '../platform/queue.ts'

export const taxEndpoints = (parts: TaxParts): readonly EndpointRoute[] => registrationRoutes(parts)

export const taxTasks = (parts: TaxParts): Tasks => ({
  [tellTaxedSaleTask]: tellTaxedSale(parts),
  [tellTaxedRefundTask]: tellTaxedRefund(parts),
})
