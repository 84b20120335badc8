import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { useYourOwn } from './binaries.ts'
import { copyBinaries } from './copy-binaries.ts'
import { reasonOf } from './data-folder.ts'
import { ourselves, type Runner, type SystemUser, systemUsers, tryBinaries } from './runner.ts'

interface Choice {
  runner: Runner
  /** The binaries, possibly as a copy where the runner can reach them. */
  native: string
}

interface Environment {
  platform: string
  native: string
  dataFolder: string
  /** Where a copy of the binaries may be put that other users can reach. */
  copyFolder: string
}

/** Tries to run the binaries as each of the candidates in turn. */
export async function chooseRunner(environment: Environment): Promise<Choice> {
  const errors: string[] = []
  for (const runner of candidates(environment)) {
    const tried = await tryAs(runner, environment)
    if (typeof tried !== 'string') return tried
    errors.push(explain(runner, tried))
  }
  const [reason = 'it refuses to run as root'] = errors
  throw new StartFailure(
    `The built-in PostgreSQL cannot run here (${reason}): ` +
      `start the server as an ordinary user, ${useYourOwn}.`,
  )
}

/**
 * Ourselves when PostgreSQL allows it. As root: the current owner of the data, else postgres, else
 * nobody, which exists on every Linux. When we may not become another user (a container without the
 * capability) or have no name ourselves, a user namespace may provide one.
 */
function candidates({ dataFolder, platform }: Environment): Runner[] {
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

/** Not nobody: users without a mapping in the namespace appear there as nobody. */
function namespaceUsers(users: SystemUser[]): SystemUser[] {
  return users.filter(({ uid, name }) => uid !== 0 && name !== 'nobody').slice(0, 1)
}

async function tryAs(runner: Runner, environment: Environment): Promise<Choice | string> {
  const { native, copyFolder } = environment
  const errorText = await tryBinaries(runner, native)
  if (errorText === null) return { runner, native }
  if (errorText !== 'EACCES' || runner.kind !== 'user') return errorText
  try {
    const copy = await copyBinaries(native, copyFolder)
    return (await tryBinaries(runner, copy)) ?? { runner, native: copy }
  } catch (error) {
    return `${native} is closed to ${runner.name} and no copy can be made: ${reasonOf(error)}`
  }
}

function explain({ kind }: Runner, errorText: string): string {
  if (kind === 'namespace') {
    return `its user has no name in /etc/passwd, and no namespace to give it one: ${errorText}`
  }
  // The file exists but its loader does not: a system without glibc, such as Alpine.
  return errorText === 'ENOENT' ? 'it needs glibc 2.27 or newer' : errorText
}
