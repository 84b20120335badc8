import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { paymentId } from '../payments/shapes.ts'
import { currency, instant } from '../primitives.ts'

/** How the books and Stripe’s balance transactions can differ. */
export const differenceKinds = [
  'missing_here',
  'missing_at_stripe',
  'amount_differs',
  'fee_differs',
  'currency_differs',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What moves the balance at the processor. */
export const transactionSubjects = ['charge', 'refund', 'dispute'] as const
export type TransactionSubject = (typeof transactionSubjects)[number]

const sum = z.nullable(z.object({ amount: z.int(), currency }))

const Difference = z.object({
  kind: z.enum(differenceKinds),
  about: z.enum(transactionSubjects),
  /** Null where no organization of this server is named. */
  organization: z.nullable(z.object({ id: organizationId, name: z.string(), slug: z.string() })),
  paymentId: z.nullable(paymentId),
  /** Null where the sums of a payment differ. */
  transactionId: z.nullable(z.string()),
  here: sum,
  atStripe: sum,
})

const Reconciliation = z.object({
  comparedFrom: instant,
  /** Exclusive. */
  comparedTo: instant,
  /** How far an unfinished run has come. */
  comparedThrough: instant,
  startedAt: instant,
  finishedAt: z.nullable(instant),
  transactionCount: z.int(),
  /** Payouts, and payments of other applications with the same Stripe account. */
  unrelatedCount: z.int(),
  /** How many were missing here and were booked. */
  bookedCount: z.int(),
  differenceCount: z.int(),
  /** The first of them. */
  differences: z.array(Difference),
})

export const differencesShownMax = 200

export const getReconciliation = operation({
  ...forOperators,
  name: 'getReconciliation',
  method: 'GET',
  path: '/api/auth/admin/get-reconciliation',
  summary: 'Get the latest reconciliation with Stripe',
  description:
    'The latest daily comparison of the ledger with Stripe’s balance transactions, with up to ' +
    `${differencesShownMax} differences. Null before the first one.`,
  may: 'reconciliation:get',
  query: z.object({}),
  returns: z.object({
    isStripeConfigured: z.boolean(),
    reconciliation: z.nullable(Reconciliation),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_reconciliation'],
})
