import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../packages/server/src/platform/free-port.ts'
import { sellOnce, soldOnce } from '../packages/server/test/sell-once.ts'

const bundle = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

interface Started {
  readonly child: ChildProcess
  readonly url: string
  /** Where it says that its mails go. */
  readonly mails: string
}

interface Ended {
  readonly code: number | null
  readonly errors: string
  readonly log: string
}

/** Warnings and errors in the log, in addition to the message on stderr. */
const problemsIn = (log: string) =>
  log.split('\n').filter((line) => /"level":"(warn|error)"/.test(line))

/** One data folder for all tests: initializing it takes longer than the tests that use it. */
let dataFolder: string
/** The server that tests share. */
let shared: Started | undefined
const children: ChildProcess[] = []

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-start-'))
})

afterAll(async () => {
  for (const child of children) await end(child, 'SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
})

function launch(
  settings: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): ChildProcess {
  const env = { PATH: process.env['PATH'], GUILDHALL_DATA: dataFolder, PORT: '0', ...settings }
  const child = spawn(process.execPath, [bundle, ...options], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** Resolves when the server has printed its address. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = launch(settings)
  // A server whose log isn't read blocks once the pipe is full.
  child.stdout?.resume()
  const greeting = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += String(chunk)
      if (/Mails.*\n/.test(output)) resolve(output)
    })
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)))
  })
  const url = /Guildhall\s+(\S+)/.exec(greeting)?.[1]
  const mails = /Mails\s+(.+)/.exec(greeting)?.[1]
  if (url === undefined || mails === undefined) throw new Error(`no address in: ${greeting}`)
  return { child, url, mails }
}

/** The shared server, started again if it has ended. */
async function running(): Promise<Started> {
  if (shared === undefined || hasEnded(shared.child)) shared = await start()
  return shared
}

async function refusal(
  settings: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Ended> {
  const child = launch(settings, options)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  let log = ''
  child.stdout?.on('data', (chunk) => {
    log += String(chunk)
  })
  const [code] = await once(child, 'close')
  return { code, errors: errors.trim(), log }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** A port that another program listens on, until it is free again. */
async function takenPort() {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const address = occupant.address()
  const port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return { port, free: () => occupant.close() }
}

const takenMessage = (port: string) =>
  `Cannot listen on 127.0.0.1:${port}: the port is in use by another program`

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200

describe('the bundle', () => {
  it('takes one byte of memory for each character', async () => {
    const folder = dirname(bundle)
    const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
    const wide: string[] = []
    for (const name of scripts) {
      const text = await readFile(join(folder, name), 'utf8')
      // V8 takes two for each if there is a character beyond Latin-1; strings have them escaped.
      for (const [place] of text.matchAll(/.{0,40}[\u0100-\u{10ffff}]/gu))
        wide.push(`${name}: ${place}`)
    }
    expect(scripts).not.toEqual([])
    expect(wide).toEqual([])
  })
})

describe('the server', () => {
  it('starts on an empty folder, stops on SIGTERM, and starts again', async () => {
    const first = await running()
    expect(await isReady(first.url)).toBe(true)
    await end(first.child, 'SIGTERM')
    expect(first.child.exitCode).toBe(0)
    const second = await running()
    expect(await isReady(second.url)).toBe(true)
  })

  it('sells and renders the invoice', async () => {
    const { url } = await running()
    expect(await sellOnce(url)).toEqual(soldOnce)
  })

  it('names its mailbox only where one answers', async () => {
    const local = await running()
    expect(local.mails).toBe(`${local.url}/dev/mail, from this machine only`)
    expect((await fetch(`${local.url}/dev/mail`)).status).toBe(200)
    await end(local.child, 'SIGTERM')
    const port = await freePort()
    const open = await start({ GUILDHALL_URL: 'https://shop.example', PORT: String(port) })
    expect(open.mails).toBe('kept until SMTP_URL is set')
    expect((await fetch(`http://127.0.0.1:${port}/dev/mail`)).status).toBe(404)
    await end(open.child, 'SIGTERM')
  })

  it('refuses a second server on the same data, in one line', async () => {
    await running()
    const { code, errors } = await refusal({})
    expect(code).toBe(1)
    expect(errors).toContain(dataFolder)
    expect(errors.split('\n')).toHaveLength(1)
  })

  it('recovers by itself from a kill -9', async () => {
    const first = await running()
    await end(first.child, 'SIGKILL')
    const second = await running()
    expect(await isReady(second.url)).toBe(true)
  })

  it('reports a taken port and leaves nothing behind', async () => {
    if (shared !== undefined) await end(shared.child, 'SIGTERM')
    const { port, free } = await takenPort()
    // A lock or socket left by the first attempt would make the second fail.
    for (const name of ['PORT', 'GUILDHALL_METRICS_PORT']) {
      const { code, errors, log } = await refusal({ [name]: port })
      expect({ name, code, errors }).toEqual({ name, code: 1, errors: takenMessage(port) })
      expect(problemsIn(log)).toEqual([])
    }
    free()
    const later = await running()
    expect(await isReady(later.url)).toBe(true)
  })

  it('makes no demo, whose password it would not show, if its port is taken', async () => {
    const { port, free } = await takenPort()
    const settings = { PORT: port, GUILDHALL_DATA: join(dataFolder, 'fresh') }
    const { errors, log } = await refusal(settings, ['--demo'])
    expect(errors).toBe(takenMessage(port))
    expect(log).toContain('PostgreSQL is ready')
    expect(log).not.toContain('demo')
    free()
  })

  it('names every wrong setting', async () => {
    const { code, errors } = await refusal({
      PORT: 'eighty',
      GUILDHALL_SECRETT: 'x',
      DATABASE_POOLED: 'maybe',
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^PORT /m)
    expect(errors).toMatch(/GUILDHALL_SECRETT is not a setting; did you mean GUILDHALL_SECRET\?/)
    expect(errors).toMatch(/^DATABASE_POOLED /m)
  })

  it('reports an unreachable database', async () => {
    const { code, errors } = await refusal({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      GUILDHALL_SECRET: 'a'.repeat(32),
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^Cannot use PostgreSQL at 127\.0\.0\.1:9\/none: .*ECONNREFUSED/)
    expect(errors.split('\n')).toHaveLength(1)
  })

  it('reports an unusable data folder', async () => {
    const file = join(dataFolder, 'file')
    await writeFile(file, '')
    await chmod(file, 0o400)
    const { code, errors } = await refusal({ GUILDHALL_DATA: file })
    expect(code).toBe(1)
    expect(errors).toContain(file)
    expect(errors.split('\n')).toHaveLength(1)
  })
})
