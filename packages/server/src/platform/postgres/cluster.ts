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

/** Creates the cluster when there is none, and checks that this PostgreSQL can use it. */
export async function ensureCluster(cluster: string, settings: ClusterSettings): Promise<void> {
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (major === null) return makeCluster(cluster, settings)
  if (major.trim() !== postgresMajor) {
    throw new StartFailure(
      `${cluster} was created by PostgreSQL ${major.trim()} and this release has ` +
        `${postgresMajor}: start the release that created it, or move its data over with pg_dump.`,
    )
  }
  await giveTo(settings.runner, cluster)
}

/**
 * Created under a temporary name and renamed when complete, so an interrupted first start leaves no
 * partial cluster.
 */
async function makeCluster(cluster: string, settings: ClusterSettings): Promise<void> {
  await removeDrafts(cluster)
  const others = await readdir(cluster).catch(() => [])
  if (others.length > 0) {
    throw new StartFailure(`${cluster} is not a database, but not empty. Move it somewhere else.`)
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
  const { exited, errorText } = launch(runner, program, { folder, logPath })
  if ((await exited) !== 0)
    throw new StartFailure(`The database cannot be created: ${errorText()}.`)
}

async function giveTo(runner: Runner, folder: string): Promise<void> {
  const { uid } = await stat(folder)
  if (uid === ownerOfFiles(runner)) return
  if (runner.kind !== 'user') {
    throw new StartFailure(
      `${folder} belongs to another user (number ${uid}): ` +
        'start the server as that user, or change the owner with chown.',
    )
  }
  const names = await readdir(folder, { recursive: true })
  // The folder itself comes last: its owner shows the next start whether all was done.
  for (const path of [...names, '']) await lchown(join(folder, path), runner.uid, runner.gid)
}
