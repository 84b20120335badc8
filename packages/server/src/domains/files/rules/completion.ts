import type { BodyOf } from '@guildhall/contract/endpoint'
import type { completeUpload } from '@guildhall/contract/files/files'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type Completion = BodyOf<typeof completeUpload>

interface Begun {
  readonly uploadId: string
  readonly path: string
  readonly parts: readonly PlannedPart[]
}

interface TellingPart {
  readonly number: number
  readonly etag: string
  /** In base 64; null where nobody promised one. */
  readonly checksum: string | null
}

/** Whether what is told is this upload. */
export function decideUpload(
  { uploadId, path }: Pick<Begun, 'uploadId' | 'path'>,
  told: Pick<Completion, 'id' | 'path'>,
): Refusal<'file_upload_unknown'> | null {
  if (told.id !== uploadId) return refuse('file_upload_unknown', { loc: ['body', 'id'] })
  if (told.path !== path) return refuse('file_upload_unknown', { loc: ['body', 'path'] })
  return null
}

/** The parts to be put together, if they are the planned ones. */
export function decideParts(
  { parts }: Pick<Begun, 'parts'>,
  told: Pick<Completion, 'parts'>,
): readonly TellingPart[] | Refusal<'file_parts_differ'> {
  const isSame =
    told.parts.length === parts.length &&
    told.parts.every(({ number }, at) => number === parts[at]?.number)
  if (!isSame) return refuse('file_parts_differ', { loc: ['body', 'parts'], count: parts.length })
  return told.parts.map(({ number, checksumEtag, checksumSha256Base64 }, at) => ({
    number,
    // Clients hand it on as the header says it, in its quotes, or without them.
    etag: checksumEtag.replaceAll('"', ''),
    checksum: parts[at]?.checksumSha256Base64 ?? checksumSha256Base64 ?? null,
  }))
}
