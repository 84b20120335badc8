import { assert } from '../../../kernel/assert.ts'
import { work } from '../../../platform/work.ts'
import type { FileRow } from '../store/files.ts'
import { beginUpload, type FileToBe, noteUpload } from './begin-upload.ts'
import { markUploaded, putTogether } from './complete-upload.ts'
import type { FileParts } from './parts.ts'

/**
 * Uploads what this server has itself, in one part. Null where a bucket takes the parts, which wants
 * them from outside.
 */
export async function storeFile(
  parts: FileParts,
  wish: FileToBe,
  bytes: Buffer,
): Promise<FileRow | null> {
  const { workshop, storage } = parts
  if (storage.receiver === null) return null
  const { organizationId } = wish
  const begun = await beginUpload(parts, wish)
  const file = await work(workshop, { organizationId }, (unit) =>
    noteUpload(unit, parts, wish, begun),
  )
  const part = { number: 1, bytes: bytes.length, checksum: null }
  const received = await storage.receiver.receive(begun, part, once(bytes))
  assert('etag' in received, 'the part is as long as was said')
  const told = {
    id: begun.uploadId,
    path: begun.path,
    parts: [{ number: part.number, checksumEtag: received.etag }],
  }
  const sound = await putTogether(parts, file, told)
  return work(workshop, { organizationId }, (unit) => markUploaded(unit, parts, file, sound))
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
