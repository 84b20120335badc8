import { listProducts } from '@guildhall/contract/catalog/products'
import { listCustomers } from '@guildhall/contract/customers/customers'
import { listOrganizationAccessTokens } from '@guildhall/contract/organizations/access-tokens'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

/** The number of products, tokens and customers; each list returns its total with one row. */
export const countsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'counts'],
    queryFn: async ({ signal }) => {
      const query = { organizationId: [organizationId], limit: 1 }
      const [products, customers, accessTokens] = await Promise.all([
        api.call(listProducts, { query, signal }),
        api.call(listCustomers, { query, signal }),
        api.call(listOrganizationAccessTokens, { query, signal }),
      ])
      return {
        products: products.pagination.totalCount,
        customers: customers.pagination.totalCount,
        accessTokens: accessTokens.pagination.totalCount,
      }
    },
  })
