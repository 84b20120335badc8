import * as z from 'zod/mini'
import { listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { forCustomers, sessionRefusals } from '../customers/for-customers.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { minorUnits } from '../primitives.ts'
import {
  TopUp,
  TopUpInUse,
  topUpId,
  topUpPurchasesMax,
  topUpThreshold,
} from '../topups/top-up-shapes.ts'

const ofPortal = { ...forCustomers, tag: 'Customer portal' } as const

export const listPortalTopUps = operation({
  ...ofPortal,
  name: 'listPortalTopUps',
  method: 'GET',
  path: '/v1/customer-portal/top-ups/',
  summary: 'List one’s automatic top-ups',
  query: z.object(listing(['created_at'], ['-created_at'])),
  returns: listOf(TopUpInUse),
  status: 200,
  refuses: sessionRefusals,
})

export const setPortalTopUp = operation({
  ...ofPortal,
  name: 'setPortalTopUp',
  method: 'PUT',
  path: '/v1/customer-portal/top-ups/',
  summary: 'Turn on an automatic top-up',
  description:
    'When the balance of the meter falls below the threshold, the product is bought with the ' +
    'customer’s default payment method, without asking again. It replaces the top-up of this meter, ' +
    'and turns one on again that was stopped.',
  body: z.object({
    meterId,
    productId,
    threshold: topUpThreshold,
    purchasesMax: z.int().check(z.minimum(1), z.maximum(topUpPurchasesMax)),
    /** What the customer was shown, tax included: a purchase that costs more stops it. */
    totalAmountMax: minorUnits,
  }),
  returns: TopUp,
  status: 200,
  refuses: [
    ...sessionRefusals,
    'credit_product_not_offered',
    'credit_address_missing',
    'credit_payment_method_missing',
    'credit_quote_outdated',
  ],
})

export const deletePortalTopUp = operation({
  ...ofPortal,
  name: 'deletePortalTopUp',
  method: 'DELETE',
  path: '/v1/customer-portal/top-ups/:id',
  summary: 'Turn off an automatic top-up',
  description: 'A purchase that wasn’t sent to the bank yet is given up.',
  params: z.object({ id: topUpId }),
  returns: null,
  status: 204,
  refuses: [...sessionRefusals, 'not_found'],
})
