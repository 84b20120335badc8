import type { ResponseOf } from '@guildhall/contract/operation'
import { listCreditLots, listCreditMovements } from '@guildhall/contract/usage/credits'
import { queryOptions } from '@tanstack/react-query'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'

export type CreditLot = ResponseOf<typeof listCreditLots>['items'][number]
export type CreditMovement = ResponseOf<typeof listCreditMovements>['items'][number]

/** Whose credits, and of which meter. */
export interface OfMeter {
  customerId: Customer['id']
  meterId: Meter['id']
}

interface Shown {
  page: number
  limit: number
}

const creditKey = (organizationId: OrganizationId, { customerId, meterId }: OfMeter) =>
  [...organizationKey(organizationId), 'credits', customerId, meterId] as const

export const lotsQuery = (organizationId: OrganizationId, of: OfMeter, shown: Shown) =>
  queryOptions({
    queryKey: [...creditKey(organizationId, of), 'lots', shown.page],
    queryFn: ({ signal }) => {
      const query = { ...shown, meterId: [of.meterId] }
      return api.call(listCreditLots, { params: { id: of.customerId }, query, signal })
    },
    placeholderData: keepPreviousRows,
    staleTime: 0,
  })

export const movementsQuery = (organizationId: OrganizationId, of: OfMeter, shown: Shown) =>
  queryOptions({
    queryKey: [...creditKey(organizationId, of), 'movements', shown.page],
    queryFn: ({ signal }) => {
      const query = { ...shown, meterId: [of.meterId] }
      return api.call(listCreditMovements, { params: { id: of.customerId }, query, signal })
    },
    placeholderData: keepPreviousRows,
    staleTime: 0,
  })
