import type { InvoiceParts } from '../domains/orders/index.ts'
import {
  makeInvoicesJob,
  makeInvoicesTask,
  numberPaidOrders,
} from '../domains/orders/jobs/invoices.ts'
import { invoicePageRoute } from '../domains/orders/routes/invoice-pages.ts'
import { invoiceSellerRoutes } from '../domains/orders/routes/invoice-seller.ts'
import { invoiceRoutes } from '../domains/orders/routes/invoices.ts'
import type { PageRoute } from '../platform/http/page.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Tasks } from '../platform/queue.ts'
import type { Sweep } from '../platform/sweeps.ts'

export const invoiceEndpoints = (parts: InvoiceParts): readonly EndpointRoute[] => [
  ...invoiceRoutes(parts),
  ...invoiceSellerRoutes(parts),
]

export const invoicePages = (parts: InvoiceParts): readonly PageRoute[] => [invoicePageRoute(parts)]

export const invoiceTasks = (parts: Pick<InvoiceParts, 'workshop' | 'printer'>): Tasks => ({
  [makeInvoicesTask]: makeInvoicesJob(parts),
})

export const invoiceSweeps = (parts: Pick<InvoiceParts, 'workshop'>): readonly Sweep[] => [
  numberPaidOrders(parts),
]
