import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isPublic } from './files.ts'
import { looksLike } from './image-type.ts'

interface AnnouncedContent {
  readonly service: string
  readonly mimeType: string
  readonly size: number
  readonly checksum: Buffer | null
  /** Of each part, from the plan or the completion; null if neither named one. */
  readonly partChecksums: readonly (Buffer | null)[]
}

export interface UploadedContent {
  readonly size: number
  readonly head: Buffer
  readonly partDigests: readonly Buffer[]
  /** SHA-256 of the concatenated digests of the parts. */
  readonly digestOfParts: Buffer
  /** SHA-256 of the whole; null if it is not needed. */
  readonly digest: Buffer | null
}

/**
 * Answers the checksum of the file. If one was announced it must match, either as the digest of the
 * whole or as the digest of the parts' digests. Otherwise it is the digest of the only part or the
 * digest of the parts' digests.
 */
export function decideContent(
  announced: AnnouncedContent,
  uploaded: UploadedContent,
): Buffer | Refusal<'file_bytes_wrong' | 'file_type_wrong'> {
  const wrong = refuse('file_bytes_wrong', { loc: ['body', 'parts'] })
  if (uploaded.size !== announced.size) return wrong
  const doPartsMatch = announced.partChecksums.every(
    (checksum, at) => checksum === null || isSame(checksum, uploaded.partDigests[at]),
  )
  if (!doPartsMatch) return wrong
  const checksum = checksumOf(announced.checksum, uploaded)
  if (checksum === null) return wrong
  const { mimeType } = announced
  const isAsDeclared = !isPublic(announced.service) || looksLike(mimeType, uploaded.head)
  return isAsDeclared ? checksum : refuse('file_type_wrong', { loc: ['body', 'parts'], mimeType })
}

function checksumOf(announced: Buffer | null, uploaded: UploadedContent): Buffer | null {
  const { digest, digestOfParts, partDigests } = uploaded
  if (announced === null) {
    return partDigests.length === 1 ? (partDigests[0] ?? null) : digestOfParts
  }
  return [digest, digestOfParts].some((one) => isSame(announced, one)) ? announced : null
}

const isSame = (one: Buffer, other: Buffer | null | undefined): boolean =>
  other != null && one.equals(other)
