import type { Domain } from '../../platform/domain.ts'
import type { FileDeletionDeps } from './actions/deps.ts'
import { clearFile, clearOrganization } from './jobs/clear-storage.ts'
import { sweepUploadsJob } from './jobs/sweep-uploads.ts'
import { fileBytesRoute } from './routes/file-bytes.ts'
import { filePartRoute } from './routes/file-parts.ts'
import { fileRoutes } from './routes/files.ts'

export const filesDomain: Domain<FileDeletionDeps> = {
  name: 'files',
  operations: (deps) => [...fileRoutes(deps), filePartRoute(deps)],
  pages: (deps) => [fileBytesRoute(deps)],
  jobs: [clearFile, clearOrganization, sweepUploadsJob],
}
