import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { discountExportColumns } from './discount-export-columns.ts'
import {
  Discount,
  discountChanges,
  discountId,
  discountInput,
  discountStatuses,
} from './discount-shapes.ts'

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

const pages = listing(
  ['created_at', 'name', 'code', 'redemptions_count', 'ends_at'],
  ['-created_at'],
)

const filters = {
  organizationId: anyOf(organizationId),
  query: z.optional(z.string().check(z.maxLength(searchLengthMax))),
  /** By the organization’s clock. */
  status: anyOf(z.enum(discountStatuses)),
}

const listRefusals = [...callRefusals, 'organization_id_missing', 'several_organizations'] as const

export const listDiscounts = operation({
  ...ofDiscounts,
  name: 'listDiscounts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/discounts/',
  summary: 'List discounts',
  description:
    '`query` matches any part of the name or the code. `status` is `ended` from `ends_at` on, then ' +
    '`used_up` if it was redeemed `max_redemptions` times, `scheduled` before `starts_at`, and ' +
    '`active` otherwise. Discounts without an end are sorted last by `ends_at`.',
  may: mayRead,
  query: z.object({ ...pages, ...filters }),
  returns: listOf(Discount),
  status: 200,
  refuses: listRefusals,
})

export const exportDiscounts = operation({
  ...ofDiscounts,
  name: 'exportDiscounts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/discounts/export',
  summary: 'Export discounts as CSV',
  description:
    'All discounts that match the filters of the list, in its order, as they are at one instant. ' +
    'Columns are named like the fields of a discount, with its `status`; `columns` chooses and ' +
    'orders them. The response is `text/csv`, or the same file as a JSON string for callers that ' +
    'accept `application/json`.',
  may: mayRead,
  query: z.object({
    ...filters,
    sorting: pages.sorting,
    columns: anyOf(z.enum(discountExportColumns)),
  }),
  returns: z.string(),
  status: 200,
  refuses: [...listRefusals, 'too_busy'],
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
