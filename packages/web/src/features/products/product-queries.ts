import { productId } from '@guildhall/contract/catalog/prices'
import { getProduct, listProducts } from '@guildhall/contract/catalog/products'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../../lib/api.ts'
import { nullIfMissing } from '../../lib/null-if-missing.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'
import { type ProductsView, productsAsked } from './products-view.ts'

export type Product = AnswerOf<typeof getProduct>
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
        query: { ...productsAsked(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const productSearchQuery = (organizationId: OrganizationId, query: string, limit: number) =>
  queryOptions({
    queryKey: [...productsKey(organizationId), 'search', { query, limit }],
    queryFn: ({ signal }) =>
      api.call(listProducts, { query: { query, limit, organizationId: [organizationId] }, signal }),
    placeholderData: keepPreviousData,
  })

/** Null where nothing here has this id: also where it is a product of another organization. */
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
