import type { ResponseOf } from '@guildhall/contract/operation'
import { standingDisputeStatuses } from '@guildhall/contract/orders/dispute-shapes'
import { listDisputes } from '@guildhall/contract/orders/disputes'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

export type OrderDispute = ResponseOf<typeof listDisputes>['items'][number]

/** The disputes of these orders. */
export const orderDisputesQuery = (
  organizationId: OrganizationId,
  orderIds: readonly OrderDispute['orderId'][],
) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'disputes', 'of-orders', orderIds],
    queryFn: async ({ signal }) =>
      orderIds.length === 0
        ? []
        : allPages((page) =>
            api.call(listDisputes, {
              query: { ...page, organizationId: [organizationId], orderId: [...orderIds] },
              signal,
            }),
          ),
  })

/** Whether its money isn’t the seller’s, so that it can’t be refunded. */
export const isStanding = ({ status }: Pick<OrderDispute, 'status'>): boolean =>
  standingDisputeStatuses.includes(status)

/** A short name of what happens to an order or its payment; null once it is over. */
export function disputedState(disputes: readonly OrderDispute[]): string | null {
  if (disputes.some(({ status }) => status === 'lost')) return 'dispute_lost'
  if (disputes.some(isStanding)) return 'disputed'
  return disputes.some(({ status }) => status === 'early_warning') ? 'early_warning' : null
}
