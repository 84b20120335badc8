import type { ResponseOf } from '@guildhall/contract/operation'
import { disputeId } from '@guildhall/contract/orders/dispute-shapes'
import { getDispute, listDisputes } from '@guildhall/contract/orders/disputes'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createdIn } from '#/entities/organization/days-of-organization.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { DisputeFilters, DisputesView } from './disputes-view.ts'

export type Dispute = ResponseOf<typeof getDispute>

const disputesKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'disputes'] as const

export const disputesQuery = (organizationId: OrganizationId, view: DisputesView) =>
  queryOptions({
    queryKey: [...disputesKey(organizationId), 'page', view],
    queryFn: async ({ signal, client }) => {
      const query = {
        ...listRequest(view),
        ...(await disputeFilters(client, organizationId, view)),
        organizationId: [organizationId],
      }
      return api.call(listDisputes, { query, signal })
    },
    placeholderData: keepPreviousRows,
  })

/** The filters of the list and of its export. */
export async function disputeFilters(
  queryClient: QueryClient,
  organizationId: OrganizationId,
  { status, currency, from, to }: DisputeFilters,
) {
  return {
    ...(status && { status: [status] }),
    ...(currency && { currency: [currency] }),
    ...(await createdIn(queryClient, organizationId, { from, to })),
  }
}

/** Null if the organization has no dispute with this id. */
export const disputeQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...disputesKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Dispute | null> => {
      const asked = z.safeParse(disputeId, id)
      if (!asked.success) return null
      const params = { id: asked.data }
      const dispute = await nullIfMissing(api.call(getDispute, { params, signal }))
      return dispute?.organizationId === organizationId ? dispute : null
    },
  })
