import { fileId, fileServices } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { FileParts } from '../actions/parts.ts'
import { folderOf } from '../rules/file-path.ts'
import { findFileEver } from '../store/files.ts'

export const clearFileTask = 'files.clearFile'
export const clearOrganizationTask = 'files.clearOrganization'

/** A file that is gone leaves no bytes behind. */
export const clearFileReaction: Reaction = {
  on: 'file.deleted',
  jobs: ({ object, organizationId }) => [
    { task: clearFileTask, payload: { organizationId, id: object.id } },
  ],
}

/** What was being put together at that moment is there a little later. */
const laterMilliseconds = 3_600_000

/** An organization that is gone leaves none either. */
export const clearOrganizationReaction: Reaction = {
  on: 'organization.deleted',
  jobs: ({ organizationId, recordedAt }) => {
    const job = { task: clearOrganizationTask, payload: { organizationId } }
    return [job, { ...job, runAt: new Date(recordedAt.getTime() + laterMilliseconds) }]
  },
}

const filePayload = z.object({ organizationId, id: fileId })
const organizationPayload = z.object({ organizationId })

export function clearFile({ workshop, storage }: Pick<FileParts, 'workshop' | 'storage'>): Task {
  return async (payload) => {
    const file = await findFileEver(workshop.database.kysely, z.parse(filePayload, payload))
    // With its organization, whose own job clears everything.
    if (file === undefined || file.deletedAt === null) return
    const { path, uploadId } = file
    if (uploadId !== null) await storage.abandonUpload({ path, uploadId })
    await storage.remove(path)
  }
}

export function clearOrganization({ storage }: Pick<FileParts, 'storage'>): Task {
  return async (payload) => {
    const gone = z.parse(organizationPayload, payload)
    for (const service of fileServices) {
      await storage.removeFolder(folderOf(service, gone.organizationId))
    }
  }
}
