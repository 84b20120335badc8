import * as z from 'zod/mini'
import { discountId } from '../catalog/discount-shapes.ts'
import { productId } from '../catalog/prices.ts'
import { customerId, externalId } from '../customers/shapes.ts'
import { prorationModes } from '../organizations/billing-settings.ts'
import { instant, metadata } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { snakeCase } from '../wire.ts'
import { cancellationReasons } from './subscription-shapes.ts'

const commentLengthMax = 5000

/** The customer’s feedback on a cancellation; an empty comment counts as none. */
const feedback = {
  customerCancellationReason: z.nullish(z.enum(cancellationReasons)),
  customerCancellationComment: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(commentLengthMax)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  ),
}

const feedbackFields = ['customerCancellationReason', 'customerCancellationComment'] as const

/** What can change, and which fields may accompany it. The first field present decides. */
const companions = {
  productId: ['prorationBehavior', 'discountId'],
  cancelAtPeriodEnd: feedbackFields,
  revoke: feedbackFields,
  trialEnd: [],
  pendingUpdate: [],
  discountId: [],
  customerCancellationReason: feedbackFields,
  customerCancellationComment: [],
} as const

/**
 * One change at a time. A discount may accompany a product; feedback alone updates that of an
 * earlier cancellation.
 */
export const subscriptionChange = z
  .object({
    productId: z.optional(productId),
    /** By default the organization’s proration setting. */
    prorationBehavior: z.nullish(z.enum(prorationModes)),
    discountId: z.nullish(discountId),
    cancelAtPeriodEnd: z.optional(z.boolean()),
    revoke: z.optional(z.literal(true)),
    ...feedback,
    /** An instant, or `now`. */
    trialEnd: z.optional(z.union([z.literal('now'), instant])),
    /** Removes the change scheduled for the next period. */
    pendingUpdate: z.optional(z.null()),
  })
  .check(({ value, issues }) => {
    const given = Object.entries(value).flatMap(([name, input]) =>
      input === undefined ? [] : name,
    )
    const leading = Object.entries(companions).find(([name]) => given.includes(name))
    if (leading === undefined) {
      issues.push({ code: 'custom', input: value, path: [], message: 'Specify what to change' })
      return
    }
    const [name, allowed] = leading
    const message = `Can’t be changed together with ${snakeCase(name)}`
    for (const other of given) {
      if (other === name || allowed.some((one) => one === other)) continue
      issues.push({ code: 'custom', input: value, path: [other], message })
    }
  })
  .register(z.globalRegistry, requiresAny(...Object.keys(companions).map((name) => [name])))
export type SubscriptionChange = z.output<typeof subscriptionChange>

export const newSubscription = z
  .object({
    productId,
    customerId: z.nullish(customerId),
    externalCustomerId: z.nullish(externalId),
    /** Nothing is charged until then. */
    trialEnd: z.nullish(instant),
    metadata: z.nullish(metadata),
  })
  .check(
    z.refine(
      ({ customerId: id, externalCustomerId }) => (id == null) !== (externalCustomerId == null),
      {
        error: 'Specify the customer once, by customer_id or by external_customer_id',
        path: ['customerId'],
      },
    ),
  )
  .register(z.globalRegistry, requiresAny(['customerId'], ['externalCustomerId']))
