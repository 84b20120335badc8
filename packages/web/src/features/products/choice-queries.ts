import { listBenefits } from '@guildhall/contract/benefits/benefits'
import { listCustomFields } from '@guildhall/contract/catalog/custom-fields'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

/** All benefits and custom fields that can be added to a product. */
export const benefitsToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'benefits', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listBenefits, { query: { ...page, organizationId: [organizationId] }, signal }),
      ),
  })

export const customFieldsToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'custom-fields', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listCustomFields, {
          query: { ...page, organizationId: [organizationId] },
          signal,
        }),
      ),
  })
