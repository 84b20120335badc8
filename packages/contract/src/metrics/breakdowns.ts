import * as z from 'zod/mini'
import { callRefusals } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { productId } from '../catalog/prices.ts'
import { checkoutLinkId } from '../checkout/link-shapes.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { currency, instant } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'
import { timeZone } from '../time-zone.ts'
import { date, rangeFault } from './day-range.ts'
import { ofMetrics } from './metrics.ts'

const refuses = [...callRefusals, 'organization_id_missing', 'several_organizations'] as const

const range = {
  startDate: date,
  endDate: date,
  organizationId: anyOf(organizationId),
  timezone: z.optional(timeZone),
  currency: z._default(currency, currency.parse('usd')),
}

const conversionDaysMax = 3_650
const cohortDaysMax = 1_460

interface Spanned {
  readonly startDate: string
  readonly endDate: string
}

const spanning =
  <T extends Spanned>(daysMax: number): z.core.CheckFn<T> =>
  (context) => {
    const longest = `A range can span at most ${daysMax} days`
    const fault = rangeFault(context.value, { daysMax, longest })
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
  }

export const conversionSubjects = ['product', 'checkout_link'] as const

export const getConversion = operation({
  ...ofMetrics,
  name: 'getConversion',
  reads: 'replica',
  method: 'GET',
  path: '/v1/metrics/conversion',
  summary: 'Get the conversion of checkouts',
  description:
    'By product or checkout link: checkouts that were created in the days from `start_date` to ' +
    '`end_date`, how many of them succeeded by now, and the net amount of their orders.',
  query: z
    .object({
      ...listing(['checkouts', 'succeeded_checkouts', 'net_amount'], ['-checkouts']),
      ...range,
      by: z._default(z.enum(conversionSubjects), 'product'),
      productId: anyOf(productId),
    })
    .check(spanning(conversionDaysMax)),
  returns: listOf(
    z.object({
      productId: z.nullable(productId),
      checkoutLinkId: z.nullable(checkoutLinkId),
      /** Of the product, or the label of the link. */
      name: z.nullable(z.string()),
      checkouts: z.int(),
      succeededCheckouts: z.int(),
      /** Succeeded / created. */
      conversion: z.number(),
      /** Without tax and before refunds. */
      netAmount: z.int(),
    }),
  ),
  refuses,
})

export const getCohorts = operation({
  ...ofMetrics,
  name: 'getCohorts',
  reads: 'replica',
  method: 'GET',
  path: '/v1/metrics/cohorts',
  summary: 'Get the retention of cohorts',
  description:
    'Customers by the month in which they began to pay for a subscription, and what is left of them at ' +
    'the end of that month and each later one: customers and their run-rate.',
  query: z.object({ ...range, productId: anyOf(productId) }).check(spanning(cohortDaysMax)),
  returns: z.object({
    cohorts: z.array(
      z.object({
        /** When the month begins. */
        month: instant,
        /** Who paid for the first time in it. */
        customers: z.int(),
        /** What they brought in per month when they began. */
        runRate: z.int(),
        /** Its own month first, then each later one that has begun. */
        months: z.array(
          z.object({
            month: instant,
            /** Of the cohort, who pays at the end of the month. */
            customers: z.int(),
            runRate: z.int(),
            customerRetention: z.number(),
            /** Above 1 where those who stay pay more. */
            revenueRetention: z.number(),
          }),
        ),
      }),
    ),
    currency,
    timezone: z.string(),
  }),
  refuses,
})

const expiryDaysMax = 366
const expiryDaysDefault = 30

export const getExpiringCards = operation({
  ...ofMetrics,
  name: 'getExpiringCards',
  reads: 'replica',
  method: 'GET',
  path: '/v1/metrics/expiring-cards',
  summary: 'List cards that expire before a renewal',
  description:
    'Subscriptions that renew within `days` and whose card has expired by then, the next renewal first. ' +
    'Their customers are mailed a week before.',
  query: z.object({
    ...listing(['renews_at'], ['renews_at']),
    organizationId: anyOf(organizationId),
    days: z._default(z.int().check(z.minimum(1), z.maximum(expiryDaysMax)), expiryDaysDefault),
  }),
  returns: listOf(
    z.object({
      subscriptionId,
      customerId,
      productId,
      productName: z.string(),
      brand: z.string(),
      last4: z.string(),
      expMonth: z.int(),
      expYear: z.int(),
      /** A period’s price, without tax. */
      amount: z.int(),
      currency,
      renewsAt: instant,
      /** Whole days until the renewal. */
      daysLeft: z.int(),
    }),
  ),
  refuses,
})
