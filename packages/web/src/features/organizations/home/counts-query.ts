import { listProducts } from '@guildhall/contract/catalog/products'
import { listCustomers } from '@guildhall/contract/customers/customers'
import { listOrganizationAccessTokens } from '@guildhall/contract/organizations/access-tokens'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type OrganizationId, organizationKey } from '../../../lib/own-organizations.ts'

/** How much there is of what an organization sells with. Lists know how long they are from one row. */
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
