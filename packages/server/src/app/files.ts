import { letGoOfFile } from '../domains/benefits/index.ts'
import { type CatalogParts, detachFromProducts } from '../domains/catalog/index.ts'
import type { FileDeletionParts, FileParts } from '../domains/files/index.ts'
import {
  clearFile,
  clearFileTask,
  clearOrganization,
  clearOrganizationTask,
} from '../domains/files/jobs/clear-storage.ts'
import { sweepUploads, sweepUploadsTask } from '../domains/files/jobs/sweep-uploads.ts'
import { fileBytesRoute } from '../domains/files/routes/file-bytes.ts'
import { filePartRoute } from '../domains/files/routes/file-parts.ts'
import { fileRoutes } from '../domains/files/routes/files.ts'
import type { PageRoute } from '../platform/http/page.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** What other domains let go of when a file is deleted. */
const whenFileGoes = (
  parts: Pick<CatalogParts, 'config' | 'keyring'>,
): FileDeletionParts['whenFileGoes'] => [
  (work, { organizationId, id: fileId }) => letGoOfFile(work, parts, { organizationId, fileId }),
  (work, { organizationId, id: fileId }) =>
    detachFromProducts(work, parts, { organizationId, fileId }),
]

export function fileEndpoints(given: FileParts): readonly EndpointRoute[] {
  const parts = { ...given, whenFileGoes: whenFileGoes(given) }
  return [...fileRoutes(parts), filePartRoute(parts)]
}

export const filePages = (parts: FileParts): readonly PageRoute[] => [fileBytesRoute(parts)]

export const fileTasks = (parts: Omit<FileParts, 'keyring'>): Tasks => ({
  [clearFileTask]: clearFile(parts),
  [clearOrganizationTask]: clearOrganization(parts),
  [sweepUploadsTask]: sweepUploads(parts),
})

export const fileSchedules: readonly Schedule[] = [{ task: sweepUploadsTask, cron: '23 * * * *' }]
