import { createHash } from 'node:crypto'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'

interface Digests {
  readonly digest: Buffer
  readonly partDigests: readonly Buffer[]
}

/** SHA-256 of what goes by, and of each of its parts; it's never in memory as a whole. */
export async function digestsOf(
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

export function digestOfDigests(digests: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(digest)
  return hash.digest()
}
