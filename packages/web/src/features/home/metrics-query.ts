import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { currencyFor } from '#/entities/metric/currency.ts'
import { type Metrics, readMetrics } from '#/entities/metric/metric-queries.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import type { ComparedRange } from './range.ts'

export interface ComparedMetrics {
  current: Metrics
  previous: Metrics
}

interface Asked {
  range: ComparedRange
  /** Null for US dollars, or the currency that there is. */
  currency: string | null
}

const pollMilliseconds = 60_000

/** The figures of a range and of the one before. */
export const comparedMetricsQuery = (
  organizationId: OrganizationId,
  { range: { current, previous, interval }, currency: asked }: Asked,
) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'home-metrics', current, interval, asked],
    queryFn: async ({ signal }): Promise<ComparedMetrics> => {
      const read = (range: ComparedRange['current'], currency?: string) =>
        readMetrics(organizationId, { range, interval, currency }, signal)
      const first = await read(current, asked ?? undefined)
      const used = currencyFor(asked ?? undefined, first.currencies)
      return {
        current: used === first.currency ? first : await read(current, used),
        previous: await read(previous, used),
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMilliseconds,
  })
