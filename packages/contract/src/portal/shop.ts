import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { CustomerProduct } from './portal-shapes.ts'

const slugLengthMax = 256

export const getPortalOrganization = endpoint({
  wire: 'billing',
  for: 'anyone',
  tag: 'Customer portal',
  name: 'getPortalOrganization',
  method: 'GET',
  path: '/v1/customer-portal/organizations/:slug',
  summary: 'Get a seller and what it sells',
  description: 'By its slug, for anybody. What is archived isn’t sold.',
  params: z.object({ slug: z.string().check(z.maxLength(slugLengthMax)) }),
  returns: z.object({
    organization: SellerOrganization,
    products: z.array(CustomerProduct),
    /** With it a page asks for cards where Stripe takes the money; null where nobody really does. */
    publishableKey: z.nullable(z.string()),
  }),
  status: 200,
  refuses: ['not_found'],
})
