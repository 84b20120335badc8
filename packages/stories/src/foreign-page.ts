import { once } from 'node:events'
import { createServer } from 'node:http'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'

/** Gives the page's scripts the official client, bundled for browsers. */
const script = `
  import { createAuthClient } from 'better-auth/client'
  import { usernameClient, adminClient } from 'better-auth/client/plugins'
  window.newClient = (baseURL, fetchOptions) =>
    createAuthClient({ baseURL, fetchOptions, plugins: [usernameClient(), adminClient()] })`

/** An application of another origin, with the official client on its one page. */
export async function testForeignPage(): Promise<{ readonly origin: string }> {
  const port = await testPort()
  const server = createServer()
  beforeAll(async () => {
    const bundle = await bundleClient()
    server.on('request', ({ url }, response) => {
      const isScript = url === '/client.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? bundle : '<!doctype html><script src="/client.js"></script>')
    })
    server.listen(port, 'localhost')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return { origin: `http://localhost:${port}` }
}

async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
