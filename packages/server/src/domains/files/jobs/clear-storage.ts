import { fileId, fileServices } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { FileDeps } from '../actions/deps.ts'
import { folderOf } from '../rules/files.ts'
import { findFileIncludingDeleted } from '../store/files.ts'

/** Removes the bytes of a deleted file. */
export const clearFile: JobDefinition<Pick<FileDeps, 'uowFactory' | 'storage'>> = job({
  name: 'files.clear_file',
  payload: z.object({ organizationId, id: fileId }),
  on: [
    when('file.deleted', [], ({ organizationId, object }) => [
      { payload: { organizationId, id: object.id } },
    ]),
  ],
  async run({ uowFactory, storage }: Pick<FileDeps, 'uowFactory' | 'storage'>, key) {
    const file = await findFileIncludingDeleted(uowFactory.database.kysely, key)
    // Undefined after a deletion of the organization, which has a job of its own.
    if (file === undefined || file.deletedAt === null) return
    const { path, uploadId } = file
    if (uploadId !== null) await storage.abandonUpload({ path, uploadId })
    await storage.remove(path)
  },
})

/** Clears again later, because an upload may have been assembling at the first time. */
const secondRunMilliseconds = 3_600_000

/** Removes all bytes of a deleted organization. */
export const clearOrganization: JobDefinition<Pick<FileDeps, 'storage'>> = job({
  name: 'files.clear_organization',
  payload: z.object({ organizationId }),
  on: [
    when('organization.deleted', [], ({ organizationId, recordedAt }) => {
      const request = { payload: { organizationId } }
      const runAt = new Date(recordedAt.getTime() + secondRunMilliseconds)
      return [request, { ...request, runAt }]
    }),
  ],
  async run({ storage }: Pick<FileDeps, 'storage'>, deleted) {
    for (const service of fileServices) {
      await storage.removeFolder(folderOf(service, deleted.organizationId))
    }
  },
})
