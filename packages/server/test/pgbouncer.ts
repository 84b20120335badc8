import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sessionDefaults } from '../src/platform/database/settings.ts'
import { findProgram, type RunningProgram, runProgram } from './run-program.ts'
import { testPort } from './test-port.ts'

export interface PgBouncer {
  /** The same login and database, through the pooler. */
  readonly through: (url: string) => string
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Whether Debian’s package `pgbouncer`, or another, is installed. */
export const hasPgBouncer = findProgram('pgbouncer') !== null

/** As `connect_query`: what the server demands of sessions that are shared. */
export const sessionSettings = Object.entries(sessionDefaults)
  .map(([name, value]) => `set ${name} to ${pg.escapeLiteral(value)}`)
  .join(';')

/** A pooler in transaction mode in front of the server of these logins. */
export async function startPgBouncer(
  logins: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-pgbouncer-'))
  const port = await testPort()
  const user = await configure(
    folder,
    logins.map((url) => new pg.Client(url)),
    {
      ...settings,
      listen_port: String(port),
    },
  )
  let running = await run(folder, port, user)
  return {
    through: (url) => {
      const { user: login, database } = new pg.Client(url)
      return `postgresql://${login}@127.0.0.1:${port}/${database}?sslmode=disable`
    },
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      running = await run(folder, port, user)
    },
    stop: async () => {
      await running.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the system user that it has to run as. */
async function configure(
  folder: string,
  logins: readonly pg.Client[],
  settings: Readonly<Record<string, string>>,
): Promise<SystemUser | null> {
  const [first] = logins
  const host = first?.host ?? ''
  const { connect_query: connectQuery, ...others } = settings
  const values = {
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'logins.txt'),
    pool_mode: 'transaction',
    max_client_conn: '1000',
    default_pool_size: '20',
    server_login_retry: '1',
    ...others,
  }
  const query =
    connectQuery === undefined ? '' : ` connect_query='${connectQuery.replaceAll("'", "''")}'`
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${first?.port ?? 5432}${query}`,
      '[pgbouncer]',
      ...lines,
      '',
    ].join('\n'),
  )
  await writeFile(
    join(folder, 'logins.txt'),
    logins.map(({ user, password }) => `"${user}" "${password ?? ''}"\n`).join(''),
  )
  const owner = await ownerOf(host)
  if (owner === null) return null
  await chown(folder, owner.uid, owner.gid)
  await chmod(folder, 0o755)
  return owner
}

type SystemUser = Readonly<Record<'uid' | 'gid', number>>

/** As root it has to become another user: the one whom PostgreSQL knows at its socket. */
async function ownerOf(host: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  if (!host.startsWith('/')) return { uid: 65_534, gid: 65_534 }
  const { uid, gid } = await stat(host)
  return { uid, gid }
}

const run = (folder: string, port: number, user: SystemUser | null): Promise<RunningProgram> =>
  runProgram({
    name: 'pgbouncer',
    args: ['--quiet', join(folder, 'pgbouncer.ini')],
    port,
    ...(user !== null && { options: user }),
  })
