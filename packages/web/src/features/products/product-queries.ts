import { productId } from '@guildhall/contract/catalog/prices'
import { getProduct, listProducts } from '@guildhall/contract/catalog/products'
import { getProductBenefitsProgress } from '@guildhall/contract/entitlements/changes'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import { type ProductsView, productsRequest } from './products-view.ts'

export type Product = ResponseOf<typeof getProduct>
export type Price = Product['prices'][number]
export type Benefit = Product['benefits'][number]
export type CustomField = Product['attachedCustomFields'][number]['customField']

const productsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'products'] as const

export const productsQuery = (organizationId: OrganizationId, view: ProductsView) =>
  queryOptions({
    queryKey: [...productsKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listProducts, {
        query: { ...productsRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

export const productSearchQuery = (organizationId: OrganizationId, query: string, limit: number) =>
  queryOptions({
    queryKey: [...productsKey(organizationId), 'search', { query, limit }],
    queryFn: ({ signal }) =>
      api.call(listProducts, { query: { query, limit, organizationId: [organizationId] }, signal }),
    placeholderData: keepPreviousRows,
  })

/** Null if the organization has no product with this id. */
export const productQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...productsKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Product | null> => {
      const asked = z.safeParse(productId, id)
      if (!asked.success) return null
      const product = await nullIfMissing(
        api.call(getProduct, { params: { id: asked.data }, signal }),
      )
      return product?.organizationId === organizationId ? product : null
    },
  })

const progressMillisecondsMin = 2_000
const progressMillisecondsMax = 15_000

/** How much is left to do of a change of its benefits, asked until nothing is. */
export const progressQuery = (organizationId: OrganizationId, id: Product['id']) =>
  queryOptions({
    queryKey: [...productsKey(organizationId), 'one', id, 'progress'],
    queryFn: ({ signal }) => api.call(getProductBenefitsProgress, { params: { id }, signal }),
    refetchInterval: ({ state }) => progressInterval(state.data?.remaining ?? 0),
  })

/** The server counts all that is left each time, and gets through about a thousand a second. */
function progressInterval(remaining: number): number | false {
  if (remaining === 0) return false
  return Math.min(Math.max(remaining, progressMillisecondsMin), progressMillisecondsMax)
}
