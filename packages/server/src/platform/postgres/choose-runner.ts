import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { useYourOwn } from './binaries.ts'
import { copyBinaries } from './copy-binaries.ts'
import { reasonOf } from './data-folder.ts'
import { ourselves, type Runner, type SystemUser, systemUsers, tryBinaries } from './runner.ts'

interface Choice {
  runner: Runner
  /** The binaries, perhaps as a copy at a place which the runner can reach. */
  native: string
}

interface Surroundings {
  platform: string
  native: string
  dataFolder: string
  /** Where a copy of the binaries may be put that other users can reach. */
  copyFolder: string
}

/** Tries the binaries as one after the other of those who could run them. */
export async function chooseRunner(surroundings: Surroundings): Promise<Choice> {
  const complaints: string[] = []
  for (const runner of candidates(surroundings)) {
    const tried = await tryAs(runner, surroundings)
    if (typeof tried !== 'string') return tried
    complaints.push(explain(runner, tried))
  }
  const [reason = 'it refuses to run as root'] = complaints
  throw new StartFailure(
    `The built-in PostgreSQL cannot run here (${reason}): ` +
      `start the server as an ordinary user, ${useYourOwn}.`,
  )
}

/**
 * Ourselves where PostgreSQL allows it. As root: the user who owns the data already, else
 * postgres, else nobody, who is on every Linux. Where we may not become another user (a container
 * without the right to) or have no name ourselves, a user namespace may give us one.
 */
function candidates({ dataFolder, platform }: Surroundings): Runner[] {
  const self = ourselves()
  if (self !== null && self.uid !== 0) return [self]
  if (!platform.startsWith('linux')) return []
  const users = systemUsers()
  const owners = [ownerOf(join(dataFolder, 'postgres')), ownerOf(dataFolder)]
  const owner = owners.find((uid) => uid !== undefined && uid !== 0)
  const user =
    users.find(({ uid }) => uid === owner) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  return [
    ...(self === null || user === undefined ? [] : [{ kind: 'user' as const, ...user }]),
    ...namespaceUsers(users).map((guest) => ({ kind: 'namespace' as const, ...guest })),
  ]
}

const ownerOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.uid

/** Not nobody: whoever has no number in the namespace is seen there under nobody's. */
function namespaceUsers(users: SystemUser[]): SystemUser[] {
  return users.filter(({ uid, name }) => uid !== 0 && name !== 'nobody').slice(0, 1)
}

async function tryAs(runner: Runner, surroundings: Surroundings): Promise<Choice | string> {
  const { native, copyFolder } = surroundings
  const complaint = await tryBinaries(runner, native)
  if (complaint === null) return { runner, native }
  if (complaint !== 'EACCES' || runner.kind !== 'user') return complaint
  try {
    const copy = await copyBinaries(native, copyFolder)
    return (await tryBinaries(runner, copy)) ?? { runner, native: copy }
  } catch (error) {
    return `${native} is closed to ${runner.name} and no copy can be made: ${reasonOf(error)}`
  }
}

function explain({ kind }: Runner, complaint: string): string {
  if (kind === 'namespace') {
    return `its user has no name in /etc/passwd, and no namespace to give it one: ${complaint}`
  }
  // The file is there, but its loader is not: a system without glibc, such as Alpine.
  return complaint === 'ENOENT' ? 'it needs glibc 2.27 or newer' : complaint
}
