import { completeUpload, createFile } from '@guildhall/contract/files/files'
import { type FileService, imageTypes } from '@guildhall/contract/files/shapes'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { putBytes } from '#/lib/put-bytes.ts'

export type UploadedFile = ResponseOf<typeof completeUpload>

/** Pictures of organizations are cropped first: see `PictureUpload`. */
type Service = Exclude<FileService, 'organization_avatar'>

interface UploadRequest {
  file: File
  service: Service
  organizationId: OrganizationId
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a file part by part, each with its checksum. */
export async function uploadFile(asked: UploadRequest): Promise<UploadedFile> {
  const { file, service, organizationId, onProgress, signal } = asked
  const parts = await plan(file)
  const size = file.size
  const facts = { organizationId, name: file.name, size, upload: { parts } }
  const body = newFile(service, file.type, facts)
  const { id, upload } = await api.call(createFile, { body, signal })
  const arrived = []
  for (const part of upload.parts) {
    const { number, chunkStart, chunkEnd, checksumSha256Base64 } = part
    const checksumEtag = await putBytes({
      ...part,
      bytes: file.slice(chunkStart, chunkEnd),
      onProgress: (sent) => onProgress((chunkStart + sent) / size),
      signal,
    })
    arrived.push({ number, checksumEtag, checksumSha256Base64 })
  }
  const completion = { id: upload.id, path: upload.path, parts: arrived }
  return api.call(completeUpload, { params: { id }, body: completion, signal })
}

const partBytes = 10 * 1024 * 1024
const partsMax = 1000

/** Larger parts if there would be too many. */
async function plan(file: File) {
  const step = Math.max(partBytes, Math.ceil(file.size / partsMax))
  const parts = []
  for (let chunkStart = 0; chunkStart < file.size; chunkStart += step) {
    const chunkEnd = Math.min(chunkStart + step, file.size)
    const checksumSha256Base64 = await checksumOf(file.slice(chunkStart, chunkEnd))
    parts.push({ number: parts.length + 1, chunkStart, chunkEnd, checksumSha256Base64 })
  }
  return parts
}

/** SHA-256 in base 64. Browsers don’t offer it to pages loaded without encryption. */
async function checksumOf(bytes: Blob): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

type FileBody = BodyInput<typeof createFile>
type FileFacts = Omit<Extract<FileBody, { service: 'downloadable' }>, 'service' | 'mimeType'>

function newFile(service: Service, type: string, facts: FileFacts): FileBody {
  if (service === 'downloadable') {
    return { ...facts, service, mimeType: type === '' ? 'application/octet-stream' : type }
  }
  const mimeType = imageTypes.find((known) => known === type)
  if (mimeType === undefined) throw new Error(`Pictures of type “${type}” are not supported.`)
  return { ...facts, service, mimeType }
}
