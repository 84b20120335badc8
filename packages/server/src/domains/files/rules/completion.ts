import type { completeUpload } from '@guildhall/contract/files/files'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import type { BodyOf } from '@guildhall/contract/operation'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type Completion = BodyOf<typeof completeUpload>

interface StartedUpload {
  readonly uploadId: string
  readonly path: string
  readonly parts: readonly PlannedPart[]
}

interface SentPart {
  readonly number: number
  readonly etag: string
  /** In base64; null if none was announced. */
  readonly checksum: string | null
}

/** Whether the completion names this upload. */
export function decideUpload(
  { uploadId, path }: Pick<StartedUpload, 'uploadId' | 'path'>,
  completion: Pick<Completion, 'id' | 'path'>,
): Refusal<'file_upload_unknown'> | null {
  if (completion.id !== uploadId) return refuse('file_upload_unknown', { loc: ['body', 'id'] })
  if (completion.path !== path) return refuse('file_upload_unknown', { loc: ['body', 'path'] })
  return null
}

/** The parts to assemble, which must be the planned ones. */
export function decideParts(
  { parts }: Pick<StartedUpload, 'parts'>,
  completion: Pick<Completion, 'parts'>,
): readonly SentPart[] | Refusal<'file_parts_differ'> {
  const isSame =
    completion.parts.length === parts.length &&
    completion.parts.every(({ number }, at) => number === parts[at]?.number)
  if (!isSame) return refuse('file_parts_differ', { loc: ['body', 'parts'], count: parts.length })
  return completion.parts.map(({ number, checksumEtag, checksumSha256Base64 }, at) => ({
    number,
    // Clients pass on the header with its quotes or without.
    etag: checksumEtag.replaceAll('"', ''),
    checksum: parts[at]?.checksumSha256Base64 ?? checksumSha256Base64 ?? null,
  }))
}
