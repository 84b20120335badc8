import type { createFile as contract } from '@guildhall/contract/files/files'
import { fileServices } from '@guildhall/contract/files/shapes'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import type { ResponseOf } from '@guildhall/contract/operation'
import * as z from 'zod/mini'
import type { Link } from '../../../platform/storage/object-storage.ts'
import type { FileRow } from '../store/files.ts'
import { fileFactsOf } from './file.ts'

export interface UploadLinks {
  readonly path: string
  readonly uploadId: string
  readonly endsAt: Date
  /** One for each part, in the order of the parts. */
  readonly links: readonly Link[]
}

const fileService = z.enum(fileServices)

export const presentUpload = (
  row: FileRow,
  { uploadId, path, endsAt, links }: UploadLinks,
  parts: readonly PlannedPart[],
): ResponseOf<typeof contract> => ({
  ...fileFactsOf(row),
  service: fileService.parse(row.service),
  upload: {
    id: uploadId,
    path,
    parts: parts.map(({ number, chunkStart, chunkEnd, checksumSha256Base64 }, at) => ({
      number,
      chunkStart,
      chunkEnd,
      checksumSha256Base64: checksumSha256Base64 ?? null,
      url: links[at]?.url ?? '',
      headers: { ...links[at]?.headers },
      expiresAt: endsAt,
    })),
  },
})
