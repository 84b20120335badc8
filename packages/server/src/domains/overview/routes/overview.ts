import { getOverview, type Overview } from '@guildhall/contract/overview/overview'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { readActivity } from '../../customers/actions/read-activity.ts'
import { getForSeller, rightsOf } from '../../organizations/actions/seller.ts'
import type { OverviewDeps } from '../actions/deps.ts'
import { readAttention } from '../actions/read-attention.ts'
import { eventsToShow, type May, setupRights } from '../rules/rights.ts'
import { activitySince, paymentsOf } from '../rules/windows.ts'
import { readSetup, type SetupRow } from '../store/setup.ts'

const activityMax = 12

export const overviewRoutes = (deps: OverviewDeps): readonly OperationRoute[] => [
  serve(getOverview, async ({ caller, params: { id: organizationId } }) => {
    const { reads } = deps.uowFactory.database
    await getForSeller(deps, caller, async (within) =>
      within.includes(organizationId) ? { organizationId } : undefined,
    )
    const may = await rightsOf(deps, caller, organizationId)
    const setup = await readSetup(reads, organizationId)
    if (setup === undefined) throw new Problem('not_found')
    const realNow = deps.clock.now()
    const now = setup.frozenAt ?? realNow
    const [attention, activity] = await Promise.all([
      readAttention(reads, { organizationId, may, now }),
      readActivity(reads, deps.timelineTypes, {
        organizationId,
        names: eventsToShow(may),
        since: activitySince(realNow),
        limit: activityMax,
      }),
    ])
    return {
      now,
      timeZone: setup.timeZone,
      attention,
      setup: presentSetup(setup, may, paymentsOf(deps.config.stripe.secretKey)),
      activity,
    }
  }),
]

type Setup = Overview['setup']

function presentSetup(row: SetupRow, may: May, payments: Setup['payments']): Setup {
  const fact = (name: keyof typeof setupRights) => (may(setupRights[name]) ? row[name] : null)
  return {
    hasProduct: fact('hasProduct'),
    hasCheckoutLink: fact('hasCheckoutLink'),
    hasCheckout: fact('hasCheckout'),
    hasWebhookEndpoint: fact('hasWebhookEndpoint'),
    hasDeliveredWebhook: fact('hasDeliveredWebhook'),
    hasPaidOrder: fact('hasPaidOrder'),
    hasStripePayment: fact('hasStripePayment'),
    hasColleague: fact('hasColleague'),
    payments,
  }
}
