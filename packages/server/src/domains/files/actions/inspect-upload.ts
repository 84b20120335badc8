import { createHash } from 'node:crypto'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import { Problem } from '../../../kernel/refusal.ts'
import type {
  ByteRange,
  ObjectStorage,
  StoredObject,
} from '../../../platform/storage/object-storage.ts'
import type { UploadedContent } from '../rules/content.ts'
import { headBytes } from '../rules/image-type.ts'
import type { FileRow } from '../store/files.ts'

interface Inspection {
  readonly file: Pick<FileRow, 'path' | 'size' | 'checksumSha256'>
  readonly parts: readonly PlannedPart[]
  readonly stored: StoredObject
}

const nothing = Buffer.alloc(0)

/** Reads all bytes only if the storage doesn't report the digests that have to be checked. */
export async function inspectUpload(
  storage: ObjectStorage,
  { file, parts, stored }: Inspection,
): Promise<UploadedContent> {
  const { size } = stored
  if (size !== file.size) {
    return { size, head: nothing, partDigests: [], digestOfParts: nothing, digest: null }
  }
  const last = Math.min(size, headBytes) - 1
  const head = await collect(await read(storage, file.path, { first: 0, last }))
  const known = reportedDigests(file.checksumSha256, stored)
  const digests = known ?? (await computeDigests(await read(storage, file.path), parts))
  const digestOfParts = digestOfDigests(digests.partDigests)
  return { size, head, digestOfParts, ...digests }
}

/** Enough if no checksum was announced, or if it is the digest of the parts' digests. */
function reportedDigests(announced: Buffer | null, { digest, partDigests }: StoredObject) {
  if (partDigests === null) return null
  const isEnough =
    digest !== null || announced === null || announced.equals(digestOfDigests(partDigests))
  return isEnough ? { digest, partDigests } : null
}

/** The file may have been deleted meanwhile. */
async function read(
  storage: ObjectStorage,
  path: string,
  range?: ByteRange,
): Promise<AsyncIterable<Buffer>> {
  const bytes = await storage.read(path, range)
  if (bytes === null) throw new Problem('not_found')
  return bytes
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

interface Digests {
  readonly digest: Buffer
  readonly partDigests: readonly Buffer[]
}

/** SHA-256 of the whole and of each part, in one pass and without buffering the file. */
async function computeDigests(
  chunks: AsyncIterable<Buffer>,
  parts: readonly Pick<PlannedPart, 'chunkStart' | 'chunkEnd'>[],
): Promise<Digests> {
  const whole = createHash('sha256')
  const hashes = parts.map(() => createHash('sha256'))
  let from = 0
  let at = 0
  for await (const chunk of chunks) {
    whole.update(chunk)
    const to = from + chunk.length
    for (; at < parts.length; at += 1) {
      const { chunkStart = 0, chunkEnd = 0 } = parts[at] ?? {}
      hashes[at]?.update(chunk.subarray(Math.max(chunkStart - from, 0), chunkEnd - from))
      if (chunkEnd > to) break
    }
    from = to
  }
  return { digest: whole.digest(), partDigests: hashes.map((hash) => hash.digest()) }
}

function digestOfDigests(digests: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(digest)
  return hash.digest()
}
