import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { FileRow } from '../store/files.ts'
import { assembleUpload, markUploaded } from './complete-upload.ts'
import type { FileDeps } from './deps.ts'
import { type FileInput, saveUpload, startUpload } from './start-upload.ts'

/**
 * Uploads bytes of this server itself, in one part. Null if files are stored in a bucket, which
 * accepts parts only over its own links.
 */
export async function storeFile(
  deps: FileDeps,
  input: FileInput,
  bytes: Buffer,
): Promise<FileRow | null> {
  const { uowFactory, storage } = deps
  if (storage.receiver === null) return null
  const { organizationId } = input
  const upload = await startUpload(deps, input)
  const file = await runUnitOfWork(uowFactory, { organizationId }, (uow) =>
    saveUpload(uow, deps, input, upload),
  )
  const part = { number: 1, bytes: bytes.length, checksum: null }
  const received = await storage.receiver.receive(upload, part, once(bytes))
  assert('etag' in received, 'the part has the announced length')
  const completion = {
    id: upload.uploadId,
    path: upload.path,
    parts: [{ number: part.number, checksumEtag: received.etag }],
  }
  const verified = await assembleUpload(deps, file, completion)
  return runUnitOfWork(uowFactory, { organizationId }, (uow) =>
    markUploaded(uow, deps, file, verified),
  )
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
