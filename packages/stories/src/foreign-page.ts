import { once } from 'node:events'
import { createServer } from 'node:http'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'

/** What a page's script finds in `window`: the official client, bundled for browsers. */
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
    const bundle = await bundled()
    server.on('request', ({ url }, answered) => {
      const isScript = url === '/client.js'
      answered.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      answered.end(isScript ? bundle : '<!doctype html><script src="/client.js"></script>')
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

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
