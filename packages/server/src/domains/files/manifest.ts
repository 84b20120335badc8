import type { Domain } from '../../platform/domain.ts'
import type { IdentityDeps } from '../identity/actions/deps.ts'
import type { FileDeletionDeps } from './actions/deps.ts'
import { clearPictures, sweepPicturesJob } from './jobs/clear-pictures.ts'
import { clearFile, clearOrganization } from './jobs/clear-storage.ts'
import { sweepUploadsJob } from './jobs/sweep-uploads.ts'
import { fileBytesRoute } from './routes/file-bytes.ts'
import { filePartRoute } from './routes/file-parts.ts'
import { fileRoutes } from './routes/files.ts'
import { pictureBytesRoute } from './routes/picture-bytes.ts'
import { pictureRoutes } from './routes/pictures.ts'

export const filesDomain: Domain<FileDeletionDeps & IdentityDeps> = {
  name: 'files',
  operations: (deps) => [...fileRoutes(deps), filePartRoute(deps), ...pictureRoutes(deps)],
  pages: (deps) => [fileBytesRoute(deps), pictureBytesRoute(deps)],
  jobs: [clearFile, clearOrganization, sweepUploadsJob, clearPictures, sweepPicturesJob],
}
