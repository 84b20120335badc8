import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { getCheckout, listCheckouts } from '@guildhall/contract/checkout/checkouts'
import type { ResponseOf } from '@guildhall/contract/operation'
import { listOrders } from '@guildhall/contract/orders/orders'
import { listPayments } from '@guildhall/contract/payments/payments'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createdIn } from '#/entities/organization/days-of-organization.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { CheckoutsView } from './checkouts-view.ts'

export type Checkout = ResponseOf<typeof getCheckout>
export type Order = ResponseOf<typeof listOrders>['items'][number]

const checkoutsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'checkouts'] as const

export const checkoutsQuery = (organizationId: OrganizationId, view: CheckoutsView) =>
  queryOptions({
    queryKey: [...checkoutsKey(organizationId), 'page', view],
    queryFn: async ({ signal, client }) => {
      const { status, product, currency, from, to, ...list } = view
      const query = {
        ...listRequest(list),
        organizationId: [organizationId],
        ...(status && { status: [status] }),
        ...(product && { productId: [product] }),
        ...(currency && { currency: [currency] }),
        ...(await createdIn(client, organizationId, { from, to })),
      }
      return api.call(listCheckouts, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** Null if the organization has no checkout with this id. */
export const checkoutQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...checkoutsKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Checkout | null> => {
      const asked = z.safeParse(checkoutId, id)
      if (!asked.success) return null
      const checkout = await nullIfMissing(
        api.call(getCheckout, { params: { id: asked.data }, signal }),
      )
      return checkout?.product.organizationId === organizationId ? checkout : null
    },
  })

const attemptsMax = 100

/** The payment attempts of a checkout, newest first. */
export const attemptsQuery = (organizationId: OrganizationId, id: Checkout['id']) =>
  queryOptions({
    queryKey: [...checkoutsKey(organizationId), 'one', id, 'attempts'],
    queryFn: async ({ signal }) => {
      const query = { organizationId: [organizationId], checkoutId: [id], limit: attemptsMax }
      return (await api.call(listPayments, { query, signal })).items
    },
  })

/** The order of a checkout; null until there is one. */
export const orderQuery = (organizationId: OrganizationId, id: Checkout['id']) =>
  queryOptions({
    queryKey: [...checkoutsKey(organizationId), 'one', id, 'order'],
    queryFn: async ({ signal }) => {
      const query = { organizationId: [organizationId], checkoutId: [id], limit: 1 }
      return (await api.call(listOrders, { query, signal })).items[0] ?? null
    },
  })
