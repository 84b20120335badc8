import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { Discount, discountChanges, discountId, discountInput } from './discount-shapes.ts'

const searchLengthMax = 256

const ofDiscounts = { ...forSellers, tag: 'Discounts' } as const
const mayRead = 'discounts:read'
const mayWrite = 'discounts:write'

const ofOne = z.object({ id: discountId })

const inputRefusals = [
  'discount_code_taken',
  'discount_product_unknown',
  'discount_dates_reversed',
] as const

export const listDiscounts = operation({
  ...ofDiscounts,
  name: 'listDiscounts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/discounts/',
  summary: 'List discounts',
  description: '`query` matches any part of the name or the code.',
  may: mayRead,
  query: z.object({
    ...listing(['created_at', 'name', 'code', 'redemptions_count'], ['-created_at']),
    organizationId: anyOf(organizationId),
    query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  }),
  returns: listOf(Discount),
  status: 200,
  refuses: [...callRefusals, 'organization_id_missing', 'several_organizations'],
})

export const createDiscount = operation({
  ...ofDiscounts,
  name: 'createDiscount',
  method: 'POST',
  path: '/v1/discounts/',
  summary: 'Create a discount',
  description:
    'A repeating discount lasts one month unless `duration_in_months` says otherwise; the official ' +
    'client drops that field here, but sends it in an update. Without a code buyers cannot enter ' +
    'the discount; without products it applies to all of them.',
  may: mayWrite,
  body: discountInput,
  returns: Discount,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...inputRefusals],
})

export const getDiscount = operation({
  ...ofDiscounts,
  name: 'getDiscount',
  method: 'GET',
  path: '/v1/discounts/:id',
  summary: 'Get a discount',
  may: mayRead,
  params: ofOne,
  returns: Discount,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const updateDiscount = operation({
  ...ofDiscounts,
  name: 'updateDiscount',
  method: 'PATCH',
  path: '/v1/discounts/:id',
  summary: 'Update a discount',
  description:
    'The type and the duration cannot change, and after the first redemption neither can the ' +
    'value or the number of months. An ended discount needs a new end before more than its name and metadata can change.',
  may: mayWrite,
  params: ofOne,
  body: discountChanges,
  returns: Discount,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    ...inputRefusals,
    'discount_terms_fixed',
    'discount_value_of_other_type',
    'discount_redeemed',
    'discount_redeemed_more_often',
    'discount_ended',
  ],
})

export const deleteDiscount = operation({
  ...ofDiscounts,
  name: 'deleteDiscount',
  method: 'DELETE',
  path: '/v1/discounts/:id',
  summary: 'Delete a discount',
  description:
    'It can no longer be redeemed; subscriptions that have it keep it. The code can be used again.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
