import { join } from 'node:path'
import { createHttp } from '../packages/server/src/app/http.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { startServer } from '../packages/server/src/platform/http/server.ts'
import { loadWebAssets } from '../packages/server/src/platform/http/web-assets.ts'
import { createLog } from '../packages/server/src/platform/log.ts'
import { openGuards } from '../packages/server/test/transport.ts'

const dist = join(import.meta.dirname, '../packages/web/dist')

export interface Site {
  url: string
  stop: () => Promise<void>
}

/** The built web application on a server without a database. */
export async function startSite(): Promise<Site> {
  const transport = createHttp({
    publicUrl: 'http://localhost',
    version: '0.0.0',
    trustedOrigins: [],
    trustedProxies: [],
    log: createLog({ level: 'silent' }),
    clock: systemClock,
    guards: openGuards,
    resolvers: {},
    operations: [],
    pages: [],
    readiness: {},
    web: await loadWebAssets(dist),
    webSources: {},
    observe: () => undefined,
  })
  const server = await startServer(transport, { port: 0, host: '127.0.0.1' })
  return { url: `http://localhost:${server.port}`, stop: () => server.stop(0) }
}
