import { createHash } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { unless } from './disk-failures.ts'
import type { PartReceiver, PartToSend, Upload } from './object-storage.ts'

type Receive = PartReceiver['receive']

/**
 * Writes a part beside the others as it comes in, and gives it its name when it's right. Whoever
 * finishes the upload or gives it up takes the folder away, at any moment.
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

/** Of what was sent for one part the last counts, so that sending again takes no more room. */
async function removeOthers(folder: string, number: number, etag: string): Promise<void> {
  const others = (await readdir(folder)).filter(
    (name) => name.startsWith(`${number}.`) && name !== `${number}.${etag}`,
  )
  for (const name of others) await rm(join(folder, name), { force: true })
}
