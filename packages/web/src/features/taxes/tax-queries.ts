import { listTaxRegistrations } from '@guildhall/contract/tax/registrations'
import type { TaxRegistration } from '@guildhall/contract/tax/shapes'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import type { TaxesView } from './taxes-view.ts'

export type { TaxRegistration }

export const taxesQuery = (organizationId: OrganizationId, view: TaxesView) => {
  const { sorting, page, limit } = listRequest(view)
  return queryOptions({
    queryKey: [...organizationKey(organizationId), 'tax-registrations', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listTaxRegistrations, {
        query: { ...(sorting && { sorting }), page, limit, organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })
}
