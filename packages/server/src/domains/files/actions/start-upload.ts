import type { createFile as contract } from '@guildhall/contract/files/files'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { newId } from '../../../platform/ids.ts'
import type { Link } from '../../../platform/storage/object-storage.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrganization } from '../../organizations/store/organizations.ts'
import type { UploadLinks } from '../present/upload.ts'
import { attachment, isPublic, pathOf } from '../rules/files.ts'
import { decideSize, decideSpace } from '../rules/space.ts'
import { countStoredBytes, type FileRow, insertFile } from '../store/files.ts'
import type { FileDeps } from './deps.ts'
import { fileEvent } from './file-events.ts'

/** In real time, because a bucket checks expiry by its own clock. */
const linkMilliseconds = 600_000

export type FileInput = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

/** An upload that the storage knows, but not yet the database. */
export interface StartedUpload extends UploadLinks {
  readonly id: Id<'file'>
}

/** Calls the storage, so it must run outside of a transaction. */
export async function startUpload(
  { storage, clock, config }: FileDeps,
  input: FileInput,
): Promise<StartedUpload> {
  const { service, mimeType, name } = input
  const megabytesMax = config.storage.fileMegabytesMax
  if (!isPublic(service)) accept(decideSize(input.size, { megabytesMax }))
  const id = newId('file', clock)
  const path = pathOf({ ...input, id })
  const planned = input.upload.parts.map(({ number, chunkStart, chunkEnd, ...part }) => ({
    number,
    bytes: chunkEnd - chunkStart,
    checksum: decodeChecksum(part.checksumSha256Base64),
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

/** Locks the organization, so that parallel uploads can't exceed its storage limit. */
export async function saveUpload(
  uow: UnitOfWork,
  { config }: FileDeps,
  input: FileInput,
  { id, path, uploadId, endsAt }: StartedUpload,
): Promise<FileRow> {
  const { tx, now } = uow
  const { organizationId, name, mimeType, service, size } = input
  const organization = await lockOrganization(tx, organizationId)
  assert(organization !== undefined, 'the caller was authorized for the organization')
  accept(decideSpace(size, await countStoredBytes(tx, organizationId), config.storage))
  const file = await insertFile(tx, {
    organizationId,
    id,
    service,
    name,
    path,
    mimeType,
    size,
    checksumSha256: decodeChecksum(input.checksumSha256Base64),
    versionName: input.version ?? null,
    uploadId,
    uploadParts: jsonText(
      input.upload.parts.map((part) => ({
        ...part,
        checksumSha256Base64: part.checksumSha256Base64 ?? null,
      })),
    ),
    uploadEndsAt: endsAt,
    createdAt: now,
  })
  uow.record(fileEvent('created', file, config.server.url))
  return file
}

const decodeChecksum = (checksum: string | null | undefined): Buffer | null =>
  checksum == null ? null : Buffer.from(checksum, 'base64')
