import type { AnswerOf } from '@guildhall/contract/endpoint'
import { type createFile as contract } from '@guildhall/contract/files/files'
import { fileServices } from '@guildhall/contract/files/shapes'
import type { PlannedPart } from '@guildhall/contract/files/upload-plan'
import * as z from 'zod/mini'
import type { FileRow } from '../store/files.ts'
import type { BegunUpload } from './begin-upload.ts'
import { factsOf } from './present-file.ts'

const fileService = z.enum(fileServices)

/** The file to be, with an address for each of its parts. */
export const presentUpload = (
  row: FileRow,
  { uploadId, path, endsAt, links }: BegunUpload,
  parts: readonly PlannedPart[],
): AnswerOf<typeof contract> => ({
  ...factsOf(row),
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
