import {
  type createDiscount,
  type getDiscount,
  listDiscounts,
} from '@guildhall/contract/catalog/discounts'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { type ListView, listRequest } from '#/lib/list-view.ts'

export type Discount = ResponseOf<typeof getDiscount>
export type NewDiscount = BodyInput<typeof createDiscount>

export const discountSorts = ['name', 'code', 'redemptions_count', 'created_at'] as const

export type DiscountsView = ListView<(typeof discountSorts)[number]>

export const newestFirst = '-created_at'

export const discountsQuery = (organizationId: OrganizationId, view: DiscountsView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'discounts', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listDiscounts, {
        query: { ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
