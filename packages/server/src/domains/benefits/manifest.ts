import type { Domain } from '../../platform/domain.ts'
import type { BenefitDeps } from './actions/deps.ts'
import { detachFile } from './actions/detach-file.ts'
import { sweepConnectionsJob } from './jobs/sweep-connections.ts'
import { openProviders } from './kinds/providers.ts'
import { benefitRoutes } from './routes/benefits.ts'
import { discordRoutes } from './routes/discord.ts'
import { githubRoutes } from './routes/github.ts'

export const benefitsDomain: Domain<BenefitDeps> = {
  name: 'benefits',
  operations(deps) {
    const providers = openProviders(deps)
    return [
      ...benefitRoutes(deps, providers),
      ...discordRoutes(deps, providers),
      ...githubRoutes(deps, providers),
    ]
  },
  jobs: [sweepConnectionsJob],
  hooks: (deps) => ({
    onFileDeleted: [
      (uow, { organizationId, id: fileId }) => detachFile(uow, deps, { organizationId, fileId }),
    ],
  }),
}
