import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateFile as contract } from '@guildhall/contract/files/files'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideFileChange } from '../rules/file-change.ts'
import { type FileKey, type FileRow, lockFile, saveFile } from '../store/files.ts'
import type { FileDeletionParts, FileParts } from './parts.ts'
import { fileEvent } from './present-file.ts'

/** What changes nothing is no change, and no news. */
export async function updateFile(
  unit: Work,
  { config }: FileParts,
  key: FileKey,
  wish: BodyOf<typeof contract>,
): Promise<FileRow> {
  const { tx, now } = unit
  const file = await lockFile(tx, key)
  if (file === undefined) throw new Problem('not_found')
  const changes = decideFileChange(file, wish)
  if (Object.keys(changes).length === 0) return file
  const saved = await saveFile(tx, key, { changes, now })
  assert(saved !== undefined, 'what is locked stays')
  unit.record(fileEvent('updated', saved, config.server.url))
  return saved
}

/** The row stays, for what names it; the bytes go once this is committed. */
export async function deleteFile(
  unit: Work,
  { config, whenFileGoes }: FileDeletionParts,
  key: FileKey,
): Promise<void> {
  const { tx, now } = unit
  const deleted = await saveFile(tx, key, { changes: { deletedAt: now }, now })
  if (deleted === undefined) throw new Problem('not_found')
  unit.record(fileEvent('deleted', deleted, config.server.url))
  for (const letGo of whenFileGoes) await letGo(unit, deleted)
}
