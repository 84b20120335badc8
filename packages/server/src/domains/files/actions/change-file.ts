import type { updateFile as contract } from '@guildhall/contract/files/files'
import type { BodyOf } from '@guildhall/contract/operation'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideFileChange } from '../rules/files.ts'
import { type FileKey, type FileRow, lockFile, saveFile } from '../store/files.ts'
import type { FileDeletionDeps, FileDeps } from './deps.ts'
import { fileEvent } from './file-events.ts'

/** An update that changes nothing records no event. */
export async function updateFile(
  uow: UnitOfWork,
  { config }: FileDeps,
  key: FileKey,
  update: BodyOf<typeof contract>,
): Promise<FileRow> {
  const { tx, now } = uow
  const file = await lockFile(tx, key)
  if (file === undefined) throw new Problem('not_found')
  const changes = decideFileChange(file, update)
  if (Object.keys(changes).length === 0) return file
  const saved = await saveFile(tx, key, { changes, now })
  assert(saved !== undefined, 'a locked file is not deleted')
  uow.record(fileEvent('updated', saved, config.server.url))
  return saved
}

/** Keeps the row, because other rows name it. The bytes are removed after the commit. */
export async function deleteFile(
  uow: UnitOfWork,
  { config, onFileDeleted }: FileDeletionDeps,
  key: FileKey,
): Promise<void> {
  const { tx, now } = uow
  const deleted = await saveFile(tx, key, { changes: { deletedAt: now }, now })
  if (deleted === undefined) throw new Problem('not_found')
  uow.record(fileEvent('deleted', deleted, config.server.url))
  for (const hook of onFileDeleted) await hook(uow, deleted)
}
