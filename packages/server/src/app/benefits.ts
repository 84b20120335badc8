import type { BenefitParts } from '../domains/benefits/index.ts'
import {
  sweepConnections,
  sweepConnectionsTask,
} from '../domains/benefits/jobs/sweep-connections.ts'
import { benefitRoutes } from '../domains/benefits/routes/benefits.ts'
import { discordRoutes } from '../domains/benefits/routes/discord.ts'
import { openElsewhere } from '../domains/benefits/routes/elsewhere.ts'
import { githubRoutes } from '../domains/benefits/routes/github.ts'
import { type CatalogParts, detachFromProducts } from '../domains/catalog/index.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** What other domains let go of when a benefit is deleted. */
const whenBenefitGoes = (
  parts: Pick<CatalogParts, 'config' | 'keyring'>,
): BenefitParts['whenBenefitGoes'] => [
  (work, { organizationId, id: benefitId }) =>
    detachFromProducts(work, parts, { organizationId, benefitId }),
]

export function benefitEndpoints(
  given: Omit<BenefitParts, 'whenBenefitGoes'>,
): readonly EndpointRoute[] {
  const parts = { ...given, whenBenefitGoes: whenBenefitGoes(given) }
  const elsewhere = openElsewhere(parts)
  return [
    ...benefitRoutes(parts, elsewhere),
    ...discordRoutes(parts, elsewhere),
    ...githubRoutes(parts, elsewhere),
  ]
}

export const benefitTasks = (parts: Pick<BenefitParts, 'workshop'>): Tasks => ({
  [sweepConnectionsTask]: sweepConnections(parts),
})

export const benefitSchedules: readonly Schedule[] = [
  { task: sweepConnectionsTask, cron: '*/10 * * * *' },
]
