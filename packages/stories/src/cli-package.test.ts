import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { newSeller, newToken } from './billing/seller.ts'
import { testSite } from './site.ts'

const run = promisify(execFile)
const site = testSite()
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const packed = z.tuple([z.object({ filename: z.string(), unpackedSize: z.number() })])

let folder = ''
let size = 0

// As on a machine that has the packed file and nothing else.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-cli-'))
  const pack = ['pack', './packages/server/cli', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: repository })
  const [made] = packed.parse(JSON.parse(stdout.slice(stdout.indexOf('[\n'))))
  size = made.unpackedSize
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${made.filename}`]
  await run('npm', install, { cwd: folder })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const guildhall = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(join(folder, 'node_modules/.bin/guildhall'), args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  })

it('the packed command line runs without a checkout', async () => {
  const { stdout } = await guildhall(['help'])
  expect(stdout).toMatch(/^ {2}listen /m)
  expect(stdout).not.toContain('doctor')
  expect((await guildhall(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(size).toBeLessThan(300_000)
})

it('and calls a server with an access token', async () => {
  const seller = await newSeller(site, 'packed-cli')
  const { token } = await newToken(seller, ['organizations:write', 'webhooks:write'])
  const env = { GUILDHALL_URL: site.url, GUILDHALL_ACCESS_TOKEN: token }
  const { stdout } = await guildhall(['clock', '--days', '3', '--json'], env)
  expect(JSON.parse(stdout)).toMatchObject({ now: expect.any(String) })
  const triggered = await guildhall(['trigger', 'product.created'], env)
  expect(triggered.stdout).toContain('product.created triggered for product')
})
