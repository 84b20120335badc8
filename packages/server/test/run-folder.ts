import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parentOfTestData } from '../../../tools/test-folder.mjs'

const neededBytes = 2 * 1024 ** 3

/** The folder for the data and files of a test run. */
export async function makeRunFolder(): Promise<string> {
  const parent = parentOfTestData(neededBytes)
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
