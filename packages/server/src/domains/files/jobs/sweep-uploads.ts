import { fileServices } from '@guildhall/contract/files/shapes'
import { work } from '../../../platform/work.ts'
import type { FileParts } from '../actions/parts.ts'
import { fileEvent } from '../actions/present-file.ts'
import { abandonedAtOnce, type FileKey, listAbandoned, saveFile } from '../store/files.ts'

export const sweepUploadsTask = 'files.sweepUploads'

/** Whoever sent all parts may take so long to say so. */
const abandonedMilliseconds = 86_400_000

type SweepParts = Pick<FileParts, 'workshop' | 'storage' | 'clock' | 'config'>

/** Clears away what nobody finished, and what the storage still has of uploads that nobody knows. */
export function sweepUploads(parts: SweepParts): () => Promise<void> {
  const { workshop, storage, clock } = parts
  return async () => {
    const before = new Date(clock.now().getTime() - abandonedMilliseconds)
    const giveUpSome = async (): Promise<number> => {
      const abandoned = await listAbandoned(workshop.database.kysely, before)
      for (const key of abandoned) await giveUp(parts, key)
      return abandoned.length
    }
    while ((await giveUpSome()) === abandonedAtOnce);
    await storage.sweepUploads(fileServices, before)
  }
}

/** The bytes go as those of any deleted file do. */
const giveUp = ({ workshop, config }: SweepParts, key: FileKey): Promise<void> =>
  work(workshop, { organizationId: key.organizationId }, async (unit) => {
    const { tx, now } = unit
    const deleted = await saveFile(tx, key, { changes: { deletedAt: now }, ifUploaded: false, now })
    if (deleted !== undefined) unit.record(fileEvent('deleted', deleted, config.server.url))
  })
