import { FileRead, type fileFacts, type ProductMediaFile } from '@guildhall/contract/files/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { encodedPath, filePath } from '../../../platform/storage/object-storage.ts'
import { readableSize } from '../rules/readable-size.ts'
import type { FileRow } from '../store/files.ts'

type Facts = { [K in keyof typeof fileFacts]: z.output<(typeof fileFacts)[K]> }

export const factsOf = (row: FileRow): Facts => ({
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

/** With the address of a public one, at this server's own origin. */
export function presentFile(row: FileRow, origin: string): z.output<typeof FileRead> {
  const facts = { ...factsOf(row), createdAt: row.createdAt }
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

/** A picture of a product, as products show it. */
export function presentMedia(row: FileRow, origin: string): z.output<typeof ProductMediaFile> {
  assert(row.service === 'product_media', 'it is a picture of a product')
  const publicUrl = `${origin}${filePath}/${encodedPath(row.path)}`
  return { ...factsOf(row), createdAt: row.createdAt, service: row.service, publicUrl }
}

const codec = wireCodec(FileRead, 'billing')

/** What happened to a file, with the file as of then. */
export function fileEvent(
  action: 'created' | 'uploaded' | 'updated' | 'deleted',
  row: FileRow,
  origin: string,
): NewEvent {
  const shown = codec.encode(presentFile(row, origin))
  const payload = encodedText(shown)
  return {
    name: `file.${action}`,
    organizationId: row.organizationId,
    object: { type: 'file', id: row.id, version: row.version },
    payload,
  }
}
