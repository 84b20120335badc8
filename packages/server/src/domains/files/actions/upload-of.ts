import { type PlannedPart, uploadPlan } from '@guildhall/contract/files/upload-plan'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { FileRow } from '../store/files.ts'

interface KnownUpload {
  readonly uploadId: string
  readonly path: string
  readonly parts: readonly PlannedPart[]
  readonly hasChecksums: boolean
}

/** What was planned when the upload began. */
export function uploadOf({ uploadId, uploadParts, path }: FileRow): KnownUpload {
  assert(uploadId !== null && uploadParts !== null, 'every file began as an upload')
  const { parts } = z.parse(uploadPlan, { parts: uploadParts })
  const hasChecksums = parts.every(({ checksumSha256Base64 }) => checksumSha256Base64 != null)
  return { uploadId, path, parts, hasChecksums }
}
