import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { TopUp, TopUpInUse, topUpId } from './top-up-shapes.ts'

const ofTopUps = { ...forSellers, tag: 'Top-ups' } as const

export const listTopUps = operation({
  ...ofTopUps,
  name: 'listTopUps',
  method: 'GET',
  path: '/v1/customers/:id/top-ups',
  summary: 'List the automatic top-ups of a customer',
  description: 'Only the customer can turn one on, in the portal.',
  may: 'customer_meters:read',
  params: z.object({ id: customerId }),
  query: z.object(listing(['created_at'], ['-created_at'])),
  returns: listOf(TopUpInUse),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const stopTopUp = operation({
  ...ofTopUps,
  name: 'stopTopUp',
  method: 'POST',
  path: '/v1/customers/:id/top-ups/:topUpId/stop',
  summary: 'Stop an automatic top-up of a customer',
  description:
    'Nothing is bought any more until the customer turns it on again. A purchase that wasn’t sent to ' +
    'the bank yet is given up. One that is stopped stays as it is.',
  may: 'customers:write',
  params: z.object({ id: customerId, topUpId }),
  returns: TopUp,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
