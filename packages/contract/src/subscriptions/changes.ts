import * as z from 'zod/mini'
import { discountId } from '../catalog/discount-shapes.ts'
import { productId } from '../catalog/prices.ts'
import { customerId, externalId } from '../customers/shapes.ts'
import { prorationModes } from '../organizations/billing-settings.ts'
import { instant, metadata } from '../primitives.ts'
import { snakeCase } from '../wire.ts'
import { cancellationReasons } from './subscription-shapes.ts'

const commentLengthMax = 5000

/** Why it is to end, in the customer’s words; an empty comment is none. */
const cancellation = {
  customerCancellationReason: z.nullish(z.enum(cancellationReasons)),
  customerCancellationComment: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(commentLengthMax)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  ),
}

const reasons = ['customerCancellationReason', 'customerCancellationComment'] as const

/** What a change can be about, and what may be said along with it. The first that is given leads. */
const companions = {
  productId: ['prorationBehavior', 'discountId'],
  cancelAtPeriodEnd: reasons,
  revoke: reasons,
  trialEnd: [],
  pendingUpdate: [],
  discountId: [],
  customerCancellationReason: reasons,
  customerCancellationComment: [],
} as const

/**
 * One change at a time. A discount may come along with a product; what a customer says of their
 * leaving is said alone where the subscription is about to end already.
 */
export const subscriptionChange = z
  .object({
    productId: z.optional(productId),
    /** By default as the organization has set it. */
    prorationBehavior: z.nullish(z.enum(prorationModes)),
    discountId: z.nullish(discountId),
    cancelAtPeriodEnd: z.optional(z.boolean()),
    revoke: z.optional(z.literal(true)),
    ...cancellation,
    /** Or `now`. */
    trialEnd: z.optional(z.union([z.literal('now'), instant])),
    /** Takes back what is to come with the next period. */
    pendingUpdate: z.optional(z.null()),
  })
  .check(({ value, issues }) => {
    const given = Object.entries(value).flatMap(([name, said]) => (said === undefined ? [] : name))
    const leading = Object.entries(companions).find(([name]) => given.includes(name))
    if (leading === undefined) {
      issues.push({ code: 'custom', input: value, path: [], message: 'Say what is to be changed' })
      return
    }
    const [name, along] = leading
    const message = `Can’t be changed together with ${snakeCase(name)}`
    for (const other of given) {
      if (other === name || along.some((one) => one === other)) continue
      issues.push({ code: 'custom', input: value, path: [other], message })
    }
  })
export type SubscriptionChange = z.output<typeof subscriptionChange>

export const newSubscription = z
  .object({
    productId,
    customerId: z.nullish(customerId),
    externalCustomerId: z.nullish(externalId),
    /** Until then nothing is charged, whatever it costs afterwards. */
    trialEnd: z.nullish(instant),
    metadata: z.nullish(metadata),
  })
  .check(
    z.refine(
      ({ customerId: id, externalCustomerId }) => (id == null) !== (externalCustomerId == null),
      {
        error: 'Name the customer once, by customer_id or by external_customer_id',
        path: ['customerId'],
      },
    ),
  )
