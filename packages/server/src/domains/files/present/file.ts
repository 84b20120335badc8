import type { FileRead, fileFacts, ProductMediaFile } from '@guildhall/contract/files/shapes'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { encodedPath, filePath } from '../../../platform/storage/object-storage.ts'
import { readableSize } from '../rules/files.ts'
import type { FileRow } from '../store/files.ts'

type FileFacts = { [K in keyof typeof fileFacts]: z.output<(typeof fileFacts)[K]> }

export const fileFactsOf = (row: FileRow): FileFacts => ({
  id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  path: row.path,
  mimeType: row.mimeType,
  size: row.size,
  storageVersion: row.storageVersion,
  checksumEtag: row.checksumEtag,
  checksumSha256Base64: row.checksumSha256?.toString('base64') ?? null,
  checksumSha256Hex: row.checksumSha256?.toString('hex') ?? null,
  lastModifiedAt: row.lastModifiedAt,
  version: row.versionName,
  isUploaded: row.isUploaded,
  sizeReadable: readableSize(row.size),
})

/** Public files get a URL at this server's own origin. */
export function presentFile(row: FileRow, origin: string): z.output<typeof FileRead> {
  const facts = { ...fileFactsOf(row), createdAt: row.createdAt }
  const publicUrl = `${origin}${filePath}/${encodedPath(row.path)}`
  switch (row.service) {
    case 'downloadable':
      return { ...facts, service: 'downloadable' }
    case 'organization_avatar':
      return { ...facts, service: 'organization_avatar', publicUrl }
    default:
      return presentMedia(row, origin)
  }
}

export function presentMedia(row: FileRow, origin: string): z.output<typeof ProductMediaFile> {
  assert(row.service === 'product_media', 'products show media files only')
  const publicUrl = `${origin}${filePath}/${encodedPath(row.path)}`
  return { ...fileFactsOf(row), createdAt: row.createdAt, service: row.service, publicUrl }
}
