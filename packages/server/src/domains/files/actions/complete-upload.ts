import { assert } from '../../../kernel/assert.ts'
import { accept, isRefused, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { StoredObject } from '../../../platform/storage/object-storage.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type Completion, decideParts, decideUpload } from '../rules/completion.ts'
import { decideContent } from '../rules/content.ts'
import { type FileRow, findFile, saveFile } from '../store/files.ts'
import { examine } from './examine.ts'
import type { FileParts } from './parts.ts'
import { fileEvent } from './present-file.ts'
import { uploadOf } from './upload-of.ts'

/** What has been put together, looked at and found right. */
interface Sound {
  readonly stored: StoredObject
  readonly checksum: Buffer
}

/**
 * Puts the parts together and looks at the whole, outside of any transaction: it may take long, and
 * doing it twice does no harm. Null where the file is complete already. What isn't as promised is
 * thrown away, since its parts are no more.
 */
export async function putTogether(
  parts: FileParts,
  file: FileRow,
  told: Completion,
): Promise<Sound | null> {
  const { storage } = parts
  const upload = uploadOf(file)
  accept(decideUpload(upload, told))
  if (file.isUploaded) return null
  const sent = accept(decideParts(upload, told)).map(({ checksum, ...part }) => ({
    ...part,
    checksum: checksum === null ? null : Buffer.from(checksum, 'base64'),
  }))
  const known = sent.map((part) => (upload.hasChecksums ? part : { ...part, checksum: null }))
  const stored = await storage.finishUpload(upload, known)
  if ('missing' in stored) {
    const loc = ['body', 'parts', stored.missing - 1]
    throw new Problem('file_part_missing', { loc, number: stored.missing })
  }
  const { service, mimeType, size, checksumSha256 } = file
  const partChecksums = sent.map(({ checksum }) => checksum)
  const promised = { service, mimeType, size, checksum: checksumSha256, partChecksums }
  const arrived = await examine(storage, { file, parts: upload.parts, stored })
  const checksum = decideContent(promised, arrived)
  if (isRefused(checksum)) return throwAway(parts, file, checksum)
  return { stored, checksum }
}

/** In a transaction of its own, which stays while the caller is refused. */
async function throwAway(
  { workshop, config }: FileParts,
  file: FileRow,
  refusal: Refusal,
): Promise<null> {
  const { organizationId } = file
  const isThrownAway = await work(workshop, { organizationId }, async (unit) => {
    const { tx, now } = unit
    const deleted = await saveFile(tx, file, {
      changes: { deletedAt: now },
      ifUploaded: false,
      now,
    })
    if (deleted !== undefined) unit.record(fileEvent('deleted', deleted, config.server.url))
    return deleted !== undefined
  })
  // Somebody else has found it to be right, or has thrown it away: then that's how it is.
  const current = isThrownAway ? undefined : await findFile(workshop.database.kysely, file)
  if (current?.isUploaded === true) return null
  throw new Problem(refusal.refused, refusal.details)
}

/** Whoever deleted it meanwhile may have cleared the storage before there was anything to clear. */
export async function clearIfGone({ workshop, storage }: FileParts, file: FileRow): Promise<void> {
  const current = await findFile(workshop.database.kysely, file)
  if (current === undefined) await storage.remove(file.path)
}

/** Of several that complete it at once, one does, and the others are told the same. */
export async function markUploaded(
  unit: Work,
  { config }: FileParts,
  file: FileRow,
  sound: Sound | null,
): Promise<FileRow> {
  const { tx, now } = unit
  const saved = sound === null ? undefined : await saveFile(tx, file, soundness(sound, now))
  if (saved !== undefined) {
    unit.record(fileEvent('uploaded', saved, config.server.url))
    return saved
  }
  const current = await findFile(tx, file)
  if (current === undefined) throw new Problem('not_found')
  assert(current.isUploaded, 'what nobody completed could have been completed')
  return current
}

const soundness = ({ stored, checksum }: Sound, now: Date) => ({
  changes: {
    isUploaded: true,
    lastModifiedAt: now,
    checksumSha256: checksum,
    checksumEtag: stored.etag,
    storageVersion: stored.version,
  },
  ifUploaded: false,
  now,
})
