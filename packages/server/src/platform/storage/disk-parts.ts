import { createHash } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { unless } from './disk-failures.ts'
import type { PartReceiver, PartToSend, Upload } from './object-storage.ts'

type Receive = PartReceiver['receive']

/**
 * Writes a part to a temporary file as it arrives, and renames it once it is verified. The folder
 * may disappear at any moment, when the upload is completed or aborted.
 */
export const partWriter =
  (folderOf: (upload: Upload) => string): Receive =>
  (upload, part, chunks) =>
    writePart(folderOf(upload), part, chunks).catch(unless('ENOENT', { fault: 'over' } as const))

async function writePart(
  folder: string,
  { number, bytes: bytesWanted, checksum }: PartToSend,
  chunks: AsyncIterable<Uint8Array>,
): ReturnType<Receive> {
  const aside = join(folder, `incoming-${newId('attempt')}`)
  const file = await open(aside, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bytesWanted) break
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    const digest = hash.digest()
    if (bytes !== bytesWanted) return { fault: 'length' }
    if (checksum !== null && !checksum.equals(digest)) return { fault: 'checksum' }
    await file.sync()
    const etag = digest.toString('hex')
    await rename(aside, join(folder, `${number}.${etag}`))
    await removeOthers(folder, number, etag)
    return { etag }
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
}

/** Only the last version sent for a part is kept, so that resending takes no more space. */
async function removeOthers(folder: string, number: number, etag: string): Promise<void> {
  const others = (await readdir(folder)).filter(
    (name) => name.startsWith(`${number}.`) && name !== `${number}.${etag}`,
  )
  for (const name of others) await rm(join(folder, name), { force: true })
}
