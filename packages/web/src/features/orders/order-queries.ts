import type { ResponseOf } from '@guildhall/contract/operation'
import { explainOrderItem } from '@guildhall/contract/orders/explanations'
import { listOrderInvoices } from '@guildhall/contract/orders/invoices'
import { orderId } from '@guildhall/contract/orders/order-shapes'
import { getOrder, getOrderTotals, listOrders } from '@guildhall/contract/orders/orders'
import { getRefundable, listRefunds } from '@guildhall/contract/orders/refunds'
import { listPayments } from '@guildhall/contract/payments/payments'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { orderStateFilter } from '#/entities/order/order-state.ts'
import { createdIn } from '#/entities/organization/days-of-organization.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { exportRequest, listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { OrderFilters, OrdersView } from './orders-view.ts'

export type Order = ResponseOf<typeof getOrder>
export type Refund = ResponseOf<typeof listRefunds>['items'][number]
export type Refundable = ResponseOf<typeof getRefundable>
export type ItemExplanation = ResponseOf<typeof explainOrderItem>
export type Invoice = ResponseOf<typeof listOrderInvoices>['items'][number]

const ordersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'orders'] as const

export const ordersQuery = (organizationId: OrganizationId, view: OrdersView) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'page', view],
    queryFn: async ({ signal, client }) => {
      const query = {
        ...listRequest(view),
        ...(await orderFilters(client, organizationId, view)),
        organizationId: [organizationId],
      }
      return api.call(listOrders, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** What the matching orders on all pages come to. */
export const orderTotalsQuery = (organizationId: OrganizationId, view: OrdersView) => {
  const { page: _page, sort: _sort, view: _view, ...narrowed } = view
  return queryOptions({
    queryKey: [...ordersKey(organizationId), 'totals', narrowed],
    queryFn: async ({ signal, client }) => {
      const { query: text } = exportRequest(narrowed)
      const query = {
        ...(text !== undefined && { query: text }),
        ...(await orderFilters(client, organizationId, narrowed)),
        organizationId: [organizationId],
      }
      return (await api.call(getOrderTotals, { query, signal })).items
    },
  })
}

/** The filters of the list, of its totals and of its export. */
export async function orderFilters(
  queryClient: QueryClient,
  organizationId: OrganizationId,
  { status, product, customer, discount, currency, from, to }: OrderFilters,
) {
  return {
    ...(status && orderStateFilter(status)),
    ...(product && { productId: [product] }),
    ...(customer && { customerId: [customer] }),
    ...(discount && { discountId: [discount] }),
    ...(currency && { currency: [currency] }),
    ...(await createdIn(queryClient, organizationId, { from, to })),
  }
}

/** One of the two, as the list of orders is filtered by it. */
export type OrdersOf = Pick<OrdersView, 'product' | 'customer'>

/** As many as the page of another object shows. */
const latestMax = 5

/** The newest orders of a product or of a customer. */
export const latestOrdersQuery = (organizationId: OrganizationId, of: OrdersOf) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'latest', of],
    queryFn: async ({ signal, client }) => {
      const filters = await orderFilters(client, organizationId, of)
      const query = { ...filters, limit: latestMax, organizationId: [organizationId] }
      return (await api.call(listOrders, { query, signal })).items
    },
  })

/** Null if the organization has no order with this id. */
export const orderQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const asked = z.safeParse(orderId, id)
      if (!asked.success) return null
      const order = await nullIfMissing(api.call(getOrder, { params: { id: asked.data }, signal }))
      return order?.product.organizationId === organizationId ? order : null
    },
  })

export const paymentsQuery = (organizationId: OrganizationId, id: Order['id']) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id, 'payments'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listPayments, {
          query: { ...page, organizationId: [organizationId], orderId: [id] },
          signal,
        }),
      ),
  })

export const refundsQuery = (organizationId: OrganizationId, id: Order['id']) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id, 'refunds'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listRefunds, {
          query: { ...page, organizationId: [organizationId], orderId: [id] },
          signal,
        }),
      ),
  })

/** Only the server knows what was charged and what the customer’s balance paid. */
export const refundableQuery = (organizationId: OrganizationId, id: Order['id']) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id, 'refundable'],
    queryFn: ({ signal }) => api.call(getRefundable, { params: { id }, signal }),
  })

export const invoicesQuery = (organizationId: OrganizationId, id: Order['id']) =>
  queryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id, 'invoices'],
    queryFn: async ({ signal }) =>
      (await api.call(listOrderInvoices, { params: { id }, signal })).items,
  })

const eventsPerPage = 50

/** What doesn’t change any more, page by page of its events. */
export const explanationQuery = (organizationId: OrganizationId, id: Order['id'], item: ItemId) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey(organizationId), 'one', id, 'explanation', item],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: eventsPerPage, ...(pageParam !== null && { after: pageParam }) }
      return api.call(explainOrderItem, { params: { id, itemId: item }, query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ usage }) => usage?.nextAfter ?? null,
  })

type ItemId = Order['items'][number]['id']

type EventId = NonNullable<NonNullable<ItemExplanation['usage']>['nextAfter']>

function firstPage(): EventId | null {
  return null
}
