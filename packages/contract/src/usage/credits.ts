import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { meterId } from '../metering/shapes.ts'
import { operation } from '../operation.ts'
import { oneLine } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { CreditLot, CreditMovement, creditLotId, creditMovementKinds } from './credit-shapes.ts'

const ofCredits = { ...forSellers, tag: 'Customers' } as const
const readsCredits = {
  ...ofCredits,
  method: 'GET',
  may: 'customer_meters:read',
  status: 200,
} as const
const changesCredits = {
  ...ofCredits,
  method: 'POST',
  may: 'customers:write',
  status: 201,
} as const
const ofOne = z.object({ id: customerId })

/** Decimals have at most twelve digits behind the point. */
const creditUnitsTakenMin = 1e-12
export const creditUnitsMax = 1_000_000_000_000
export const creditReasonLengthMax = 500
export const creditPriorityMax = 1000

const reason = oneLine(creditReasonLengthMax)

export const giveCredits = operation({
  ...changesCredits,
  name: 'giveCredits',
  path: '/v1/customers/:id/credits',
  summary: 'Give credits to a customer',
  description:
    'A lot of units of a meter, which the customer’s usage burns. What was used without credits and ' +
    'isn’t billed yet is covered at once. Lots with a smaller `priority` are burned first; those of ' +
    'benefits have 0. The portal’s API shows the reason.',
  params: ofOne,
  body: z.object({
    meterId,
    units: z.int().check(z.minimum(1), z.maximum(creditUnitsMax)),
    reason,
    expiresAt: z.nullish(instant),
    priority: z.nullish(z.int().check(z.minimum(-creditPriorityMax), z.maximum(creditPriorityMax))),
  }),
  returns: CreditLot,
  refuses: [...callRefusals, 'not_found', 'credit_meter_unknown', 'credit_expiry_past'],
})

export const takeCredits = operation({
  ...changesCredits,
  name: 'takeCredits',
  path: '/v1/customers/:id/credits/deductions',
  summary: 'Take credits from a customer',
  description:
    'From the lots in the order in which they are burned, except those that were bought: a refund ' +
    'takes these. At most what is left; nobody owes anything for it.',
  params: ofOne,
  body: z.object({
    meterId,
    units: z.number().check(z.minimum(creditUnitsTakenMin), z.maximum(creditUnitsMax)),
    reason,
  }),
  returns: z.object({ units: z.number(), balance: z.number() }),
  refuses: [...callRefusals, 'not_found', 'credit_meter_unknown', 'credits_too_few'],
})

export const listCreditLots = operation({
  ...readsCredits,
  name: 'listCreditLots',
  path: '/v1/customers/:id/credits',
  summary: 'List the credits of a customer',
  description: 'Every lot, also those that are used up. `is_open` leaves out what is closed.',
  params: ofOne,
  query: z.object({
    ...listing(['created_at', 'expires_at'], ['-created_at']),
    meterId: anyOf(meterId),
    isOpen: z.optional(z.boolean()),
  }),
  returns: listOf(CreditLot),
  refuses: [...callRefusals, 'not_found'],
})

export const listCreditMovements = operation({
  ...readsCredits,
  name: 'listCreditMovements',
  path: '/v1/customers/:id/credits/movements',
  summary: 'List what changed the credits of a customer',
  description:
    'Usage is burned when something else happens to the credits: when they are given, taken, renewed, ' +
    'expire, or when the period is billed. What was used since is in the balance of the customer’s ' +
    'meter, but not in this list yet.',
  params: ofOne,
  query: z.object({
    ...listing(['created_at'], ['-created_at']),
    meterId: anyOf(meterId),
    lotId: anyOf(creditLotId),
    type: anyOf(z.enum(creditMovementKinds)),
  }),
  returns: listOf(CreditMovement),
  refuses: [...callRefusals, 'not_found'],
})
