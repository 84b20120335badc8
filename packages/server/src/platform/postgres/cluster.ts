import { lchown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { postgresMajor } from './binaries.ts'
import { launch, ownerOfFiles, type Runner } from './runner.ts'

interface ClusterSettings {
  runner: Runner
  native: string
  logPath: string
  sync: boolean
}

/** Makes the cluster where there is none, and sees to it that this PostgreSQL can work with it. */
export async function ensureCluster(cluster: string, settings: ClusterSettings): Promise<void> {
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (major === null) return makeCluster(cluster, settings)
  if (major.trim() !== postgresMajor) {
    throw new StartFailure(
      `${cluster} was made by PostgreSQL ${major.trim()} and this release brings ` +
        `${postgresMajor}: start the release that made it, or move its data over with pg_dump.`,
    )
  }
  await giveTo(settings.runner, cluster)
}

/** Made aside and renamed when whole: whatever ends a first start, no half cluster is left. */
async function makeCluster(cluster: string, settings: ClusterSettings): Promise<void> {
  await removeDrafts(cluster)
  const others = await readdir(cluster).catch(() => [])
  if (others.length > 0) {
    throw new StartFailure(
      `${cluster} is in the way: it holds something, but no database. Move it elsewhere.`,
    )
  }
  const draft = await mkdtemp(`${cluster}.init-`)
  await giveTo(settings.runner, draft)
  await initdb(draft, settings)
  await rename(draft, cluster)
}

async function removeDrafts(cluster: string): Promise<void> {
  const folder = join(cluster, '..')
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.startsWith('postgres.init-'))) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function initdb(folder: string, settings: ClusterSettings): Promise<void> {
  const { runner, native, logPath, sync } = settings
  const parameters = [
    '--username=postgres',
    '--auth=peer',
    '--no-instructions',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(sync ? [] : ['--no-sync']),
  ]
  const program = { path: join(native, 'bin/initdb'), parameters }
  const { exited, complaint } = launch(runner, program, { folder, logPath })
  if ((await exited) !== 0) throw new StartFailure(`The database cannot be made: ${complaint()}.`)
}

async function giveTo(runner: Runner, folder: string): Promise<void> {
  const { uid } = await stat(folder)
  if (uid === ownerOfFiles(runner)) return
  if (runner.kind !== 'user') {
    throw new StartFailure(
      `${folder} belongs to another user (number ${uid}): ` +
        'start the server as that user, or give it to yourself with chown.',
    )
  }
  const names = await readdir(folder, { recursive: true })
  // The folder itself comes last: its owner tells the next start whether all was done.
  for (const path of [...names, '']) await lchown(join(folder, path), runner.uid, runner.gid)
}
