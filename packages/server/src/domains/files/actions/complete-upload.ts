import { assert } from '../../../kernel/assert.ts'
import { accept, isRefused, Problem, type Refusal } from '../../../kernel/refusal.ts'
import type { StoredObject } from '../../../platform/storage/object-storage.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type Completion, decideParts, decideUpload } from '../rules/completion.ts'
import { decideContent } from '../rules/content.ts'
import { type FileRow, findFile, plannedUpload, saveFile } from '../store/files.ts'
import type { FileDeps } from './deps.ts'
import { fileEvent } from './file-events.ts'
import { inspectUpload } from './inspect-upload.ts'

/** An assembled file whose bytes match what was announced. */
interface VerifiedUpload {
  readonly stored: StoredObject
  readonly checksum: Buffer
}

/**
 * Assembles the parts and verifies the result. It may take long and repeating it is harmless, so it
 * runs outside of a transaction. Null if the file is complete already. A file that doesn't match is
 * deleted, because assembling has consumed its parts.
 */
export async function assembleUpload(
  deps: FileDeps,
  file: FileRow,
  completion: Completion,
): Promise<VerifiedUpload | null> {
  const { storage } = deps
  const upload = plannedUpload(file)
  accept(decideUpload(upload, completion))
  if (file.isUploaded) return null
  const sent = accept(decideParts(upload, completion)).map(({ checksum, ...part }) => ({
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
  const announced = { service, mimeType, size, checksum: checksumSha256, partChecksums }
  const content = await inspectUpload(storage, { file, parts: upload.parts, stored })
  const checksum = decideContent(announced, content)
  if (isRefused(checksum)) return rejectUpload(deps, file, checksum)
  return { stored, checksum }
}

/** Deletes in a transaction of its own, which must commit although the caller is refused. */
async function rejectUpload(
  { uowFactory, config }: FileDeps,
  file: FileRow,
  refusal: Refusal,
): Promise<null> {
  const { organizationId } = file
  const isDeleted = await runUnitOfWork(uowFactory, { organizationId }, async (uow) => {
    const { tx, now } = uow
    const deleted = await saveFile(tx, file, {
      changes: { deletedAt: now },
      ifUploaded: false,
      now,
    })
    if (deleted !== undefined) uow.record(fileEvent('deleted', deleted, config.server.url))
    return deleted !== undefined
  })
  // A parallel call may have completed or deleted the file; then its outcome counts.
  const current = isDeleted ? undefined : await findFile(uowFactory.database.kysely, file)
  if (current?.isUploaded === true) return null
  throw new Problem(refusal.refused, refusal.details)
}

/** A deletion during the assembly cleared the storage too early. */
export async function clearIfDeleted(
  { uowFactory, storage }: FileDeps,
  file: FileRow,
): Promise<void> {
  const current = await findFile(uowFactory.database.kysely, file)
  if (current === undefined) await storage.remove(file.path)
}

/** Of several parallel completions one saves, and the others answer the saved row. */
export async function markUploaded(
  uow: UnitOfWork,
  { config }: FileDeps,
  file: FileRow,
  verified: VerifiedUpload | null,
): Promise<FileRow> {
  const { tx, now } = uow
  const saved = verified === null ? undefined : await saveFile(tx, file, changeOf(verified, now))
  if (saved !== undefined) {
    uow.record(fileEvent('uploaded', saved, config.server.url))
    return saved
  }
  const current = await findFile(tx, file)
  if (current === undefined) throw new Problem('not_found')
  assert(current.isUploaded, 'only a completed upload prevents completing it')
  return current
}

const changeOf = ({ stored, checksum }: VerifiedUpload, now: Date) => ({
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
