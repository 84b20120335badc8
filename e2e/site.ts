import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createHttp } from '../packages/server/src/app/http.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { trustedOrigins } from '../packages/server/src/platform/http/origins.ts'
import type { PageRoute } from '../packages/server/src/platform/http/page.ts'
import {
  type Representation,
  representText,
  sendRepresentation,
} from '../packages/server/src/platform/http/representation.ts'
import { securityHeaders } from '../packages/server/src/platform/http/security-headers.ts'
import { startServer } from '../packages/server/src/platform/http/server.ts'
import { loadWebAssets, type WebAssets } from '../packages/server/src/platform/http/web-assets.ts'
import { createLog } from '../packages/server/src/platform/log.ts'
import { openGuards } from '../packages/server/test/transport.ts'

const dist = join(import.meta.dirname, '../packages/web/dist')
const gallery = join(import.meta.dirname, '../.cache/gallery')

export const galleryPath = '/gallery'
const publicUrl = 'http://localhost'

export interface Site {
  url: string
  stop: () => Promise<void>
}

/** The built web application and the gallery, on a server without a database. */
export async function startSite(): Promise<Site> {
  const built = await loadWebAssets(dist)
  const web = { ...built, assets: new Map([...built.assets, ...(await galleryAssets())]) }
  const transport = createHttp({
    publicUrl,
    version: '0.0.0',
    sessionCookie: 'guildhall.session_token',
    origins: trustedOrigins(publicUrl, []),
    trustedProxies: [],
    log: createLog({ level: 'silent' }),
    clock: systemClock,
    guards: openGuards,
    resolvers: {},
    operations: [],
    pages: [await galleryRoute(web)],
    readiness: {},
    web,
    webSources: {},
    observe: () => undefined,
  })
  const server = await startServer(transport, {
    port: 0,
    host: '127.0.0.1',
    isProxied: false,
    clock: systemClock,
  })
  return { url: `http://localhost:${server.port}`, stop: () => server.stop(0) }
}

async function galleryAssets(): Promise<(readonly [string, Representation])[]> {
  const folder = join(gallery, 'assets')
  const names = (await readdir(folder)).filter((name) => contentTypes.has(extname(name)))
  return Promise.all(
    names.map(async (name) => {
      const type = contentTypes.get(extname(name)) ?? ''
      return [name, representText(type, await readFile(join(folder, name), 'utf8'))] as const
    }),
  )
}

/** Fonts have the same names as those of the application. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
])

async function galleryRoute({ scriptHashes }: WebAssets): Promise<PageRoute> {
  const html = await readFile(join(gallery, 'gallery.html'), 'utf8')
  const page = representText('text/html; charset=utf-8', html)
  const headers = securityHeaders(publicUrl).page({ scriptHashes, frameAncestors: [] })
  return {
    method: 'GET',
    path: galleryPath,
    answer: (exchange) => sendRepresentation(page, exchange.headers, { headers }),
  }
}
