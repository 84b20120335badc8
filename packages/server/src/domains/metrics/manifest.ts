import type { Domain } from '../../platform/domain.ts'
import type { MetricsDeps } from './actions/deps.ts'
import { recountMetricsJob } from './jobs/recount.ts'
import { noteDays, rollUpMetricsJob } from './jobs/roll-up.ts'
import { breakdownRoutes } from './routes/breakdowns.ts'
import { correctionRoutes } from './routes/corrections.ts'
import { exchangeRateRoutes } from './routes/exchange-rates.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { movementRoutes } from './routes/movements.ts'
import { recountRoute } from './routes/recount.ts'
import { daysToRollUp } from './store/to-roll-up.ts'

export const metricsDomain: Domain<MetricsDeps> = {
  name: 'metrics',
  operations: (deps) => [
    ...metricsRoutes(deps),
    ...breakdownRoutes(deps),
    ...movementRoutes(deps),
    ...correctionRoutes(deps),
    ...exchangeRateRoutes(deps),
    recountRoute(deps),
  ],
  jobs: [rollUpMetricsJob, recountMetricsJob],
  dueLists: [daysToRollUp],
  followers: [noteDays],
}
