import type { listDiscounts } from '@guildhall/contract/catalog/discounts'
import type { listProducts } from '@guildhall/contract/catalog/products'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { listOrders } from '@guildhall/contract/orders/orders'
import {
  type ChangePreview as ChangePreviewShape,
  getNextInvoice,
  type InvoicePreview as InvoicePreviewShape,
  previewSubscriptionChange,
} from '@guildhall/contract/subscriptions/previews'
import { subscriptionId } from '@guildhall/contract/subscriptions/subscription-shapes'
import {
  getSubscription,
  listSubscriptions,
  type updateSubscription,
} from '@guildhall/contract/subscriptions/subscriptions'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { SubscriptionFilters, SubscriptionsView } from './subscriptions-view.ts'

export type Subscription = ResponseOf<typeof getSubscription>
export type SubscriptionChange = BodyInput<typeof updateSubscription>
export type InvoicePreview = InvoicePreviewShape
export type ChangePreview = ChangePreviewShape
export type Order = ResponseOf<typeof listOrders>['items'][number]
export type Discount = ResponseOf<typeof listDiscounts>['items'][number]
export type Product = ResponseOf<typeof listProducts>['items'][number]

const subscriptionsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'subscriptions'] as const

const oneKey = (organizationId: OrganizationId, id: string) =>
  [...subscriptionsKey(organizationId), 'one', id] as const

export const subscriptionsQuery = (organizationId: OrganizationId, view: SubscriptionsView) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organizationId), 'page', view],
    queryFn: ({ signal }) => {
      const query = {
        ...listRequest(view),
        ...subscriptionFilters(view),
        organizationId: [organizationId],
      }
      return api.call(listSubscriptions, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** The filters of the list and of its export. */
export const subscriptionFilters = ({ state, product }: SubscriptionFilters) => ({
  ...stateAsked(state),
  ...(product && { productId: [product] }),
})

function stateAsked(state: SubscriptionsView['state']) {
  if (state === undefined) return {}
  return state === 'ending' ? { ending: true } : { status: [state] }
}

/** Null if the organization has no subscription with this id. */
export const subscriptionQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: oneKey(organizationId, id),
    queryFn: async ({ signal }): Promise<Subscription | null> => {
      const asked = z.safeParse(subscriptionId, id)
      if (!asked.success) return null
      const one = await nullIfMissing(
        api.call(getSubscription, { params: { id: asked.data }, signal }),
      )
      return one?.product.organizationId === organizationId ? one : null
    },
  })

export const nextInvoiceQuery = (organizationId: OrganizationId, id: Subscription['id']) =>
  queryOptions({
    queryKey: [...oneKey(organizationId, id), 'next-invoice'],
    queryFn: ({ signal }) => api.call(getNextInvoice, { params: { id }, signal }),
  })

/** The preview of a change, refetched whenever the dialog opens. */
export const changePreviewQuery = (
  organizationId: OrganizationId,
  { id, change }: { id: Subscription['id']; change: SubscriptionChange },
) =>
  queryOptions({
    queryKey: [...oneKey(organizationId, id), 'preview', change],
    queryFn: ({ signal }) =>
      api.call(previewSubscriptionChange, { params: { id }, body: change, signal }),
    gcTime: 0,
    staleTime: 0,
  })

/** As many as the page of another object shows. */
const latestMax = 5

/** The newest subscriptions of a product. */
export const latestSubscriptionsQuery = (
  organizationId: OrganizationId,
  productId: Subscription['productId'],
) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organizationId), 'latest', productId],
    queryFn: async ({ signal }) => {
      const query = { limit: latestMax, organizationId: [organizationId], productId: [productId] }
      return (await api.call(listSubscriptions, { query, signal })).items
    },
  })

export const subscriptionOrdersQuery = (organizationId: OrganizationId, id: Subscription['id']) =>
  queryOptions({
    queryKey: [...oneKey(organizationId, id), 'orders'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listOrders, {
          query: { ...page, organizationId: [organizationId], subscriptionId: [id] },
          signal,
        }),
      ),
  })

export const customerSubscriptionsQuery = (
  organizationId: OrganizationId,
  customerId: Subscription['customerId'],
) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organizationId), 'of-customer', customerId],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listSubscriptions, {
          query: { ...page, organizationId: [organizationId], customerId: [customerId] },
          signal,
        }),
      ),
  })
