import type { OrderExportColumn } from '@guildhall/contract/orders/export-columns'
import { Order, orderClosings } from '@guildhall/contract/orders/order-shapes'
import * as z from 'zod/mini'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import { negate } from '../../../kernel/money.ts'
import { dueOf } from '../rules/amount-due.ts'
import { collectionStatusOf } from '../rules/closing.ts'
import type { ExportedOrderRow } from '../store/order-list.ts'

const { status, billingAddress } = Order.shape
const closing = z.nullable(z.enum(orderClosings))

const addressOf = (row: ExportedOrderRow) => z.parse(billingAddress, row.billingAddress)

/** Named like the fields of an order; what belongs to an object in it has its name in front. */
const columns: CsvColumns<ExportedOrderRow, OrderExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  status: (row) => row.status,
  paid: (row) => row.paidAt !== null,
  collection_status: (row) =>
    collectionStatusOf({
      status: z.parse(status, row.status),
      stoppedAs: z.parse(closing, row.collectionStoppedAs),
    }),
  billing_reason: (row) => row.billingReason,
  invoice_number: (row) => row.invoiceNumber,
  currency: (row) => row.currency,
  subtotal_amount: (row) => row.subtotalAmount,
  discount_amount: (row) => row.discountAmount,
  net_amount: (row) => row.netAmount,
  tax_amount: (row) => row.taxAmount,
  total_amount: (row) => row.totalAmount,
  applied_balance_amount: (row) => negate(row.appliedBalanceAmount),
  due_amount: dueOf,
  refunded_amount: (row) => row.refundedAmount,
  refunded_tax_amount: (row) => row.refundedTaxAmount,
  customer_id: (row) => row.customerId,
  customer_email: (row) => row.customerEmail,
  customer_name: (row) => row.customerName,
  product_id: (row) => row.productId,
  product_name: (row) => row.productName,
  discount_id: (row) => row.discountId,
  discount_name: (row) => row.discountName,
  subscription_id: (row) => row.subscriptionId,
  checkout_id: (row) => row.checkoutId,
  billing_name: (row) => row.billingName,
  billing_address_country: (row) => addressOf(row)?.country ?? null,
  billing_address_state: (row) => addressOf(row)?.state ?? null,
  metadata: (row) => JSON.stringify(row.metadata),
}

export const exportedOrders = (chosen?: readonly OrderExportColumn[]) => csvTable(columns, chosen)
