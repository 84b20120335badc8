import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../packages/server/src/kernel/assert.ts'
import { shippedAt } from './release-folder.mjs'

const dockerfile = readFileSync(fileURLToPath(new URL('../Dockerfile', import.meta.url)), 'utf8')
const run = promisify(execFile)

/** The program and its arguments, of the last instruction with this beginning. */
function commandAfter(beginning: RegExp): readonly [string, ...string[]] {
  const found = dockerfile.match(new RegExp(`${beginning.source}(\\[.+\\])$`, 'm'))?.[1]
  assert(found !== undefined, `the Dockerfile has ${beginning.source}`)
  const [program, ...args] = z.array(z.string()).parse(JSON.parse(found))
  assert(program !== undefined, 'a command names its program')
  return [program, ...args]
}

/** Runs the health check against a server that answers with this status; returns its exit code. */
async function healthAt(status: number): Promise<unknown> {
  const paths: unknown[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  assert(typeof address === 'object' && address !== null, 'it listens on a port')
  const [, ...args] = commandAfter(/^HEALTHCHECK .+\\\n +CMD /)
  const env = { PORT: String(address.port) }
  const code = await run(process.execPath, args, { env }).then(
    () => 0,
    (error: { readonly code: unknown }) => error.code,
  )
  return { code, paths }
}

describe('the image', () => {
  it('is healthy while the server is ready', async () => {
    expect(await healthAt(200)).toEqual({ code: 0, paths: ['/readyz'] })
    expect(await healthAt(503)).toEqual({ code: 1, paths: ['/readyz'] })
  })

  it('starts the bundle where a release has it', () => {
    const [program, ...args] = commandAfter(/^CMD /)
    expect([program, args.at(-1)]).toEqual(['node', `${shippedAt['packages/server/dist']}/main.js`])
    expect(dockerfile).toContain(`/app/${shippedAt['packages/server/bin']}/guildhall.mjs`)
  })

  it('runs as a user without rights, named by its number', () => {
    const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)
    expect(users).toEqual(['1000:1000'])
    expect(dockerfile).toContain('useradd --uid 1000 ')
  })
})
