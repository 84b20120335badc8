import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { endpoint } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { Discount, discountChanges, discountId, discountInput } from './discount-shapes.ts'

const searchLengthMax = 256

const ofDiscounts = { ...forSellers, tag: 'Discounts' } as const
const mayRead = 'discounts:read'
const mayWrite = 'discounts:write'

const ofOne = z.object({ id: discountId })

const wishRefusals = [
  'discount_code_taken',
  'discount_product_unknown',
  'discount_dates_reversed',
] as const

export const listDiscounts = endpoint({
  ...ofDiscounts,
  name: 'listDiscounts',
  method: 'GET',
  path: '/v1/discounts/',
  summary: 'List discounts',
  description: '`query` finds a part of the name.',
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

export const createDiscount = endpoint({
  ...ofDiscounts,
  name: 'createDiscount',
  method: 'POST',
  path: '/v1/discounts/',
  summary: 'Create a discount',
  description:
    'A repeating discount says for how many months. Without a code no buyer can enter it; without ' +
    'products it is for all of them.',
  may: mayWrite,
  body: discountInput,
  returns: Discount,
  status: 201,
  refuses: [...callRefusals, ...placeRefusals, ...wishRefusals],
})

export const getDiscount = endpoint({
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

export const updateDiscount = endpoint({
  ...ofDiscounts,
  name: 'updateDiscount',
  method: 'PATCH',
  path: '/v1/discounts/:id',
  summary: 'Change a discount',
  description:
    'The type and the duration stay as they are, and what the discount takes off stays once it ' +
    'was redeemed. One that has ended must get a later end before more than its name can change.',
  may: mayWrite,
  params: ofOne,
  body: discountChanges,
  returns: Discount,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    ...wishRefusals,
    'discount_terms_fixed',
    'discount_value_of_other_type',
    'discount_redeemed',
    'discount_redeemed_more_often',
    'discount_ended',
  ],
})

export const deleteDiscount = endpoint({
  ...ofDiscounts,
  name: 'deleteDiscount',
  method: 'DELETE',
  path: '/v1/discounts/:id',
  summary: 'Delete a discount',
  description: 'Nobody can redeem it any more; whoever has it keeps it. The code is free again.',
  may: mayWrite,
  params: ofOne,
  returns: null,
  status: 204,
  refuses: [...callRefusals, 'not_found'],
})
