import type { Domain } from '../../platform/domain.ts'
import type { TopUpDeps } from './actions/deps.ts'
import { followRefunds } from './actions/follow-refunds.ts'
import { turnOffAll } from './actions/stop-top-up.ts'
import { stopWithoutCard } from './actions/stop-without-card.ts'
import { buyDueCreditsSweep, mailTopUpJob, settlePurchaseJob } from './jobs/top-ups.ts'
import { topUpTimeline } from './present/timeline.ts'
import { topUpRoutes } from './routes/top-ups.ts'
import { topUpsToWatch } from './store/due-top-ups.ts'

export const topUpsDomain: Domain<TopUpDeps> = {
  name: 'topups',
  operations: topUpRoutes,
  jobs: [settlePurchaseJob, mailTopUpJob],
  sweeps: [buyDueCreditsSweep],
  dueLists: [topUpsToWatch],
  followers: [followRefunds],
  hooks: () => ({
    beforePaymentMethodDeletion: [stopWithoutCard],
    beforeCustomerDeletion: [turnOffAll],
  }),
  timeline: topUpTimeline,
}
