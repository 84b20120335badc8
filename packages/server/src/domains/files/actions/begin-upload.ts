import type { BodyOf } from '@guildhall/contract/endpoint'
import type { createFile as contract } from '@guildhall/contract/files/files'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { newId } from '../../../platform/ids.ts'
import type { Link } from '../../../platform/storage/object-storage.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { attachment } from '../rules/disposition.ts'
import { isPublic, pathOf } from '../rules/file-path.ts'
import { decideSize, decideSpace } from '../rules/space.ts'
import { bytesKept, type FileRow, insertFile } from '../store/files.ts'
import { linkMilliseconds } from './link-life.ts'
import type { FileParts } from './parts.ts'
import { fileEvent } from './present-file.ts'

export type FileToBe = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

/** An upload that the storage knows, of a file that nobody knows yet. */
export interface BegunUpload {
  readonly id: Id<'file'>
  readonly path: string
  readonly uploadId: string
  readonly endsAt: Date
  /** Of each part, in their order. */
  readonly links: readonly Link[]
}

/** Asks the storage, so it's no part of a transaction. */
export async function beginUpload(
  { storage, clock, config }: FileParts,
  wish: FileToBe,
): Promise<BegunUpload> {
  const { service, mimeType, name } = wish
  const megabytesMax = config.storage.fileMegabytesMax
  if (!isPublic(service)) accept(decideSize(wish.size, { megabytesMax }))
  const id = newId('file', clock)
  const path = pathOf({ ...wish, id })
  const planned = wish.upload.parts.map(({ number, chunkStart, chunkEnd, ...part }) => ({
    number,
    bytes: chunkEnd - chunkStart,
    checksum: bytesOf(part.checksumSha256Base64),
  }))
  const hasChecksums = planned.every(({ checksum }) => checksum !== null)
  const disposition = isPublic(service) ? null : attachment(name)
  const uploadId = await storage.beginUpload({ path, mimeType, disposition, hasChecksums })
  const endsAt = new Date(clock.now().getTime() + linkMilliseconds)
  const links: Link[] = []
  for (const part of planned) {
    const sent = hasChecksums ? part : { ...part, checksum: null }
    links.push(await storage.partLink({ path, uploadId }, sent, endsAt))
  }
  return { id, path, uploadId, endsAt, links }
}

/** Notes the upload, if there is room for it: under a lock, however many begin at once. */
export async function noteUpload(
  work: Work,
  { config }: FileParts,
  wish: FileToBe,
  { id, path, uploadId, endsAt }: BegunUpload,
): Promise<FileRow> {
  const { tx, now } = work
  const { organizationId, name, mimeType, service, size } = wish
  const organization = await lockOrganization(tx, organizationId)
  assert(organization !== undefined, 'whoever acts for it was found in it')
  accept(decideSpace(size, await bytesKept(tx, organizationId), config.storage))
  const file = await insertFile(tx, {
    organizationId,
    id,
    service,
    name,
    path,
    mimeType,
    size,
    checksumSha256: bytesOf(wish.checksumSha256Base64),
    versionName: wish.version ?? null,
    uploadId,
    uploadParts: jsonText(
      wish.upload.parts.map((part) => ({
        ...part,
        checksumSha256Base64: part.checksumSha256Base64 ?? null,
      })),
    ),
    uploadEndsAt: endsAt,
    createdAt: now,
  })
  work.record(fileEvent('created', file, config.server.url))
  return file
}

const bytesOf = (checksum: string | null | undefined): Buffer | null =>
  checksum == null ? null : Buffer.from(checksum, 'base64')
