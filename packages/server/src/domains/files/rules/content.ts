import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isPublic } from './file-path.ts'
import { looksLike } from './image-type.ts'

interface Promised {
  readonly service: string
  readonly mimeType: string
  readonly size: number
  readonly checksum: Buffer | null
  /** Of each part, as it was planned or told; null where nobody said. */
  readonly partChecksums: readonly (Buffer | null)[]
}

export interface Arrived {
  readonly size: number
  readonly head: Buffer
  readonly partDigests: readonly Buffer[]
  /** SHA-256 of the digests of the parts, one after the other. */
  readonly digestOfParts: Buffer
  /** SHA-256 of the whole; null where it needn't be known. */
  readonly digest: Buffer | null
}

/**
 * The checksum that the file has from now on: the promised one, whether it is that of the whole or
 * that of the digests of the parts. Of one part it is that of the whole, unless promised otherwise.
 */
export function decideContent(
  promised: Promised,
  arrived: Arrived,
): Buffer | Refusal<'file_bytes_wrong' | 'file_type_wrong'> {
  const wrong = refuse('file_bytes_wrong', { loc: ['body', 'parts'] })
  if (arrived.size !== promised.size) return wrong
  const arePartsRight = promised.partChecksums.every(
    (checksum, at) => checksum === null || isSame(checksum, arrived.partDigests[at]),
  )
  if (!arePartsRight) return wrong
  const checksum = checksumOf(promised.checksum, arrived)
  if (checksum === null) return wrong
  const { mimeType } = promised
  const isAsDeclared = !isPublic(promised.service) || looksLike(mimeType, arrived.head)
  return isAsDeclared ? checksum : refuse('file_type_wrong', { loc: ['body', 'parts'], mimeType })
}

function checksumOf(promised: Buffer | null, arrived: Arrived): Buffer | null {
  const { digest, digestOfParts, partDigests } = arrived
  if (promised === null) {
    return partDigests.length === 1 ? (partDigests[0] ?? null) : digestOfParts
  }
  return [digest, digestOfParts].some((one) => isSame(promised, one)) ? promised : null
}

const isSame = (one: Buffer, other: Buffer | null | undefined): boolean =>
  other != null && one.equals(other)
