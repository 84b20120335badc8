import type { Domain } from '../../platform/domain.ts'
import type { BenefitDeps } from './actions/deps.ts'
import { detachFile } from './actions/detach-file.ts'
import { sweepConnectionsJob } from './jobs/sweep-connections.ts'
import { benefitRoutes } from './routes/benefits.ts'
import { discordRoutes } from './routes/discord.ts'
import { githubRoutes } from './routes/github.ts'

export const benefitsDomain: Domain<BenefitDeps> = {
  name: 'benefits',
  operations: (deps) => [
    ...benefitRoutes(deps, deps.providers),
    ...discordRoutes(deps, deps.providers),
    ...githubRoutes(deps, deps.providers),
  ],
  jobs: [sweepConnectionsJob],
  hooks: (deps) => ({
    onFileDeleted: [
      (uow, { organizationId, id: fileId }) => detachFile(uow, deps, { organizationId, fileId }),
    ],
  }),
}
