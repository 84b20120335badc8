import * as contract from '@guildhall/contract/metrics/breakdowns'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import { type ExpiringCard, listCardsToRenew } from '../../subscriptions/store/expiring-cards.ts'
import { bucketStarts } from '../../usage/rules/buckets.ts'
import { datesOf, timeZoneOf } from '../actions/dates.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { cohortsOf } from '../rules/cohorts.ts'
import { ratio } from '../rules/series.ts'
import { type CohortQuery, countCohorts } from '../store/cohorts.ts'
import { type ConversionRow, listConversion } from '../store/conversion.ts'

interface CohortRange extends Omit<CohortQuery, 'months'> {
  readonly start: Date
  readonly timeZone: string
}

/** Of whole months: the first begins with its month. Months that haven’t begun are left out. */
const readCohorts = ({ uowFactory }: MetricsDeps, range: CohortRange) =>
  runUnitOfWork(uowFactory, { organizationId: range.organizationId }, async ({ tx, now }) => {
    const { start, timeZone } = range
    const afterNow = new Date(now.getTime() + 1)
    const end = range.end < afterNow ? range.end : afterNow
    const months = bucketStarts({ start, end, interval: 'month', timeZone })
    return cohortsOf(months, await countCohorts(tx, { ...range, months, end }))
  })

export const breakdownRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  conversionRoute(deps),
  cohortsRoute(deps),
  expiringCardsRoute(deps),
]

const conversionRoute = (deps: MetricsDeps) =>
  serve(contract.getConversion, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, presentConversion)
    const timeZone = query.timezone ?? (await timeZoneOf(deps, organizationId))
    const { reads } = deps.uowFactory.database
    const span = datesOf(query, timeZone)
    const page = await listConversion(reads, organizationId, { ...query, ...span })
    return pageAnswer(page, query, presentConversion)
  })

const presentConversion = ({ succeeded, ...row }: ConversionRow) => ({
  productId: row.productId,
  checkoutLinkId: row.checkoutLinkId,
  name: row.name,
  checkouts: row.checkouts,
  succeededCheckouts: succeeded,
  conversion: ratio(succeeded, row.checkouts),
  netAmount: row.netAmount,
})

const cohortsRoute = (deps: MetricsDeps) =>
  serve(contract.getCohorts, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { currency, timezone = null, productId: productIds } = query
    if (organizationId === null) return { cohorts: [], currency, timezone: timezone ?? 'UTC' }
    const timeZone = timezone ?? (await timeZoneOf(deps, organizationId))
    const asked = { organizationId, productIds, currency, timeZone, ...datesOf(query, timeZone) }
    const cohorts = await readCohorts(deps, asked)
    return {
      cohorts: cohorts.map((cohort) => ({ ...cohort, months: [...cohort.months] })),
      currency,
      timezone: timeZone,
    }
  })

const dayMilliseconds = 86_400_000

const expiringCardsRoute = (deps: MetricsDeps) =>
  serve(contract.getExpiringCards, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const none = (card: ExpiringCard) => presentCard(card, new Date(0))
    if (organizationId === null) return pageAnswer(emptyPage, query, none)
    return runUnitOfWork(deps.uowFactory, { organizationId }, async ({ tx, now }) => {
      const until = new Date(now.getTime() + query.days * dayMilliseconds)
      const page = await listCardsToRenew(tx, organizationId, { ...query, now, until })
      return pageAnswer(page, query, (card) => presentCard(card, now))
    })
  })

const presentCard = (card: ExpiringCard, now: Date) => ({
  subscriptionId: card.subscriptionId,
  customerId: card.customerId,
  productId: card.productId,
  productName: card.product,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  amount: card.amount,
  currency: card.currency,
  renewsAt: card.periodEnd,
  daysLeft: Math.floor((card.periodEnd.getTime() - now.getTime()) / dayMilliseconds),
})
