import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies the binaries once to where other users can reach them, for a checkout under a closed
 * folder such as /root. The copy is named after its content, so a new release creates a new one.
 */
export async function copyBinaries(native: string, copyFolder: string): Promise<string> {
  const postgres = await readFile(join(native, 'bin/postgres'))
  const hash = createHash('sha256').update(postgres).digest('hex').slice(0, 16)
  const copy = join(copyFolder, `postgresql-${hash}`)
  await mkdir(copyFolder, { recursive: true, mode: 0o755 })
  await copyOnce(native, copy)
  return copy
}

async function copyOnce(native: string, copy: string): Promise<void> {
  if (await exists(copy)) return
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // A concurrent start may have been faster.
    if (!(await exists(copy))) throw error
  }
}

const isNeeded = (path: string) => !path.endsWith('.a')

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
