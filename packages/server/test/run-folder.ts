import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * The folder for the data and files of a test run: in memory if there is enough, because a clone of
 * the template has hundreds of files, which are slow to create on disk.
 */
export async function makeRunFolder(): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  const parent = Math.min(room, freemem()) >= neededBytes ? inMemory : tmpdir()
  await removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, `guildhall-${process.pid}-`))
  // World-writable like /tmp, because as root PostgreSQL and some tests run as other users.
  await chmod(folder, 0o1777)
  return folder
}

/** Removes the folders of killed runs. */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^guildhall-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    // Folders of other users can't be removed.
    await rm(join(parent, name), { recursive: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
