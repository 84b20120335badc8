import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import { Problem } from '../../../kernel/refusal.ts'
import type {
  ByteRange,
  ObjectStorage,
  StoredObject,
} from '../../../platform/storage/object-storage.ts'
import type { Arrived } from '../rules/content.ts'
import { headBytes } from '../rules/image-type.ts'
import type { FileRow } from '../store/files.ts'
import { digestOfDigests, digestsOf } from './digests.ts'

interface ToExamine {
  readonly file: Pick<FileRow, 'path' | 'size' | 'checksumSha256'>
  readonly parts: readonly PlannedPart[]
  readonly stored: StoredObject
}

const nothing = Buffer.alloc(0)

/**
 * What lies in the storage now. The bytes are read through only where the storage doesn't vouch
 * for the digests that they must have.
 */
export async function examine(
  storage: ObjectStorage,
  { file, parts, stored }: ToExamine,
): Promise<Arrived> {
  const { size } = stored
  if (size !== file.size) {
    return { size, head: nothing, partDigests: [], digestOfParts: nothing, digest: null }
  }
  const last = Math.min(size, headBytes) - 1
  const head = await collect(await bytesAt(storage, file.path, { first: 0, last }))
  const known = knownDigests(file.checksumSha256, stored)
  const digests = known ?? (await digestsOf(await bytesAt(storage, file.path), parts))
  const digestOfParts = digestOfDigests(digests.partDigests)
  return { size, head, digestOfParts, ...digests }
}

/** Enough where nothing is promised of the whole, or it's the digest of the parts' digests. */
function knownDigests(promised: Buffer | null, { digest, partDigests }: StoredObject) {
  if (partDigests === null) return null
  const isEnough =
    digest !== null || promised === null || promised.equals(digestOfDigests(partDigests))
  return isEnough ? { digest, partDigests } : null
}

/** Somebody may have deleted it meanwhile. */
async function bytesAt(
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
