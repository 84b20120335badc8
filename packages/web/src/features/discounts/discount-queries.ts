import {
  type createDiscount,
  type getDiscount,
  listDiscounts,
} from '@guildhall/contract/catalog/discounts'
import type { AnswerOf, BodyInput } from '@guildhall/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListView, listAsked } from '../../lib/list-view.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type Discount = AnswerOf<typeof getDiscount>
export type NewDiscount = BodyInput<typeof createDiscount>

export const discountSorts = ['name', 'code', 'redemptions_count', 'created_at'] as const

export type DiscountsView = ListView<(typeof discountSorts)[number]>

export const newestFirst = '-created_at'

export const discountsQuery = (organizationId: OrganizationId, view: DiscountsView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'discounts', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listDiscounts, {
        query: { ...listAsked(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
