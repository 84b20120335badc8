import { fileServices } from '@guildhall/contract/files/shapes'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { FileDeps } from '../actions/deps.ts'
import { fileEvent } from '../actions/file-events.ts'
import { abandonedBatchMax, type FileKey, listAbandoned, saveFile } from '../store/files.ts'

/** Clients have this long after the last part to complete the upload. */
const abandonedMilliseconds = 86_400_000

type SweepDeps = Pick<FileDeps, 'uowFactory' | 'storage' | 'clock' | 'config'>

/** Deletes abandoned uploads, and parts in the storage that belong to no known upload. */
export async function sweepUploads(deps: SweepDeps): Promise<void> {
  const { uowFactory, storage, clock } = deps
  const before = new Date(clock.now().getTime() - abandonedMilliseconds)
  const sweepBatch = async (): Promise<number> => {
    const abandoned = await listAbandoned(uowFactory.database.kysely, before)
    for (const key of abandoned) await abandonUpload(deps, key)
    return abandoned.length
  }
  while ((await sweepBatch()) === abandonedBatchMax);
  await storage.sweepUploads(fileServices, before)
}

/** Deletes the file; its event triggers the removal of the bytes. */
const abandonUpload = ({ uowFactory, config }: SweepDeps, key: FileKey): Promise<void> =>
  runUnitOfWork(uowFactory, { organizationId: key.organizationId }, async (uow) => {
    const { tx, now } = uow
    const deleted = await saveFile(tx, key, { changes: { deletedAt: now }, ifUploaded: false, now })
    if (deleted !== undefined) uow.record(fileEvent('deleted', deleted, config.server.url))
  })

export const sweepUploadsJob: JobDefinition<SweepDeps> = schedule({
  name: 'files.sweep_uploads',
  cron: '23 * * * *',
  run: (deps: SweepDeps) => sweepUploads(deps),
})
