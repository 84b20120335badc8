import { getMetricsRecount, recountDifferencesShownMax } from '@guildhall/contract/metrics/recount'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { listDifferences, summarizeRecounts } from '../store/recounts.ts'

/** The operator’s view of the nightly recounts. */
export const recountRoute = (deps: MetricsDeps): OperationRoute =>
  serve(getMetricsRecount, async () => {
    const { reads } = deps.uowFactory.database
    const [summary, differences] = await Promise.all([
      summarizeRecounts(reads),
      listDifferences(reads, recountDifferencesShownMax),
    ])
    return {
      ...summary,
      differences: differences.map(({ id, name, slug, ...difference }) => ({
        ...difference,
        organization: { id, name, slug },
      })),
    }
  })
