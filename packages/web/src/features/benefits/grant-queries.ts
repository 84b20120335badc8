import { listGrants } from '@guildhall/contract/entitlements/grants'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Grant, grantsKey } from '#/entities/benefit/grants-of-source.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import type { Benefit } from './benefit-queries.ts'
import type { HoldersView } from './holders-view.ts'

export const holdersPerPage = 10

/** The grants of a benefit, the newest first. */
export const holdersQuery = (
  organizationId: OrganizationId,
  benefitId: Benefit['id'],
  { holders, page = 1 }: HoldersView,
) =>
  queryOptions({
    queryKey: [...grantsKey(organizationId), 'of-benefit', benefitId, { holders, page }],
    queryFn: ({ signal }) =>
      api.call(listGrants, {
        query: {
          organizationId: [organizationId],
          benefitId: [benefitId],
          ...(holders === undefined && { isGranted: true }),
          sorting: ['-created_at'],
          page,
          limit: holdersPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

interface OfCustomer {
  customerId: Grant['customerId']
  page: number
}

/** What a customer holds, the newest first. */
export const customerGrantsQuery = (
  organizationId: OrganizationId,
  { customerId, page }: OfCustomer,
) =>
  queryOptions({
    queryKey: [...grantsKey(organizationId), 'of-customer', customerId, page],
    queryFn: ({ signal }) =>
      api.call(listGrants, {
        query: {
          organizationId: [organizationId],
          customerId: [customerId],
          isGranted: true,
          sorting: ['-created_at'],
          page,
          limit: holdersPerPage,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
