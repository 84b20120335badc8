import {
  type createDiscount,
  type getDiscount,
  listDiscounts,
} from '@guildhall/contract/catalog/discounts'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import type { DiscountsView } from './discounts-view.ts'

export type Discount = ResponseOf<typeof getDiscount>
export type NewDiscount = BodyInput<typeof createDiscount>

export const discountsQuery = (organizationId: OrganizationId, view: DiscountsView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'discounts', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listDiscounts, {
        query: {
          ...listRequest(view),
          ...discountFilters(view),
          organizationId: [organizationId],
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

/** The filters of the list and of its export. */
export const discountFilters = ({ status }: DiscountsView) => ({
  ...(status && { status: [status] }),
})
