import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { CustomerProduct } from './portal-shapes.ts'

const slugLengthMax = 256

export const getPortalOrganization = operation({
  wire: 'billing',
  for: 'anyone',
  tag: 'Customer portal',
  name: 'getPortalOrganization',
  method: 'GET',
  path: '/v1/customer-portal/organizations/:slug',
  summary: 'Get a seller and its public products',
  description: 'By slug, without credentials. Archived products are left out.',
  params: z.object({ slug: z.string().check(z.maxLength(slugLengthMax)) }),
  returns: z.object({
    organization: SellerOrganization,
    products: z.array(CustomerProduct),
    /** The key for Stripe’s card form; null in the sandbox. */
    publishableKey: z.nullable(z.string()),
  }),
  status: 200,
  refuses: ['not_found'],
})
