import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * Where a run of tests keeps its data and files: in memory where there's plenty of it, since a clone
 * of the template is hundreds of files, which cost a disk's file system most of the clone's time.
 */
export async function makeRunFolder(): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  const parent = Math.min(room, freemem()) >= neededBytes ? inMemory : tmpdir()
  await removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, `guildhall-${process.pid}-`))
  // As open as any temporary folder: where we are root, PostgreSQL and some tests run as others.
  await chmod(folder, 0o1777)
  return folder
}

/** A run that was killed leaves its folder. */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^guildhall-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    // Another user's is theirs to remove.
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
