import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import * as z from 'zod/mini'
import { Problem } from '../../kernel/refusal.ts'
import { isLoopbackHost } from '../http-client/addresses.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './guards.ts'
import type { PageRoute } from './page.ts'
import { type Representation, representation, sendRepresentation } from './representation.ts'
import type { PageSources, SecurityHeaders } from './security-headers.ts'

type WebEntry = 'app' | 'sign-in' | 'checkout' | 'portal' | 'embed-demo'

/** The web build, in memory: only names in it can be requested. */
export interface WebAssets {
  readonly entries: Readonly<Record<WebEntry, Representation>>
  readonly assets: ReadonlyMap<string, Representation>
  readonly scriptHashes: readonly string[]
  /** Loaded by pages of other sites to open checkouts in an overlay. */
  readonly embedScript: Representation
}

const policy = z.object({ scriptHashes: z.array(z.string()) })

export async function loadWebAssets(folder: string): Promise<WebAssets> {
  const assetFolder = join(folder, 'assets')
  const names = await readdir(assetFolder)
  const plain = names.filter((name) => !name.endsWith('.br') && !name.endsWith('.gz'))
  const assets = await Promise.all(
    plain.map(async (name) => [name, await load(join(assetFolder, name))] as const),
  )
  const entry = (name: WebEntry) => load(join(folder, name, 'index.html'))
  return {
    assets: new Map(assets),
    entries: {
      app: await entry('app'),
      'sign-in': await entry('sign-in'),
      checkout: await entry('checkout'),
      portal: await entry('portal'),
      'embed-demo': await entry('embed-demo'),
    },
    embedScript: await load(join(folder, 'guildhall-embed.js')),
    scriptHashes: z.parse(policy, JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')))
      .scriptHashes,
  }
}

async function load(path: string): Promise<Representation> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(() => undefined),
    readFile(`${path}.gz`).catch(() => undefined),
  ])
  const type = contentTypes.get(extname(path)) ?? 'application/octet-stream'
  return representation(type, identity, { ...(br && { br }), ...(gzip && { gzip }) })
}

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff', 'font/woff'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
])

/** External sources of each entry: a captcha, a payment form. */
export type WebSources = Readonly<Partial<Record<WebEntry, PageSources>>>

interface Framing {
  /** The sites that may embed the page. */
  readonly embedders: readonly string[]
  /** What a frame gets that may not. */
  readonly refusal: Answer | null
}

const notFramed: Framing = { embedders: [], refusal: null }

export interface WebPageDeps {
  readonly web: WebAssets
  readonly security: SecurityHeaders
  readonly sources: WebSources
  /** Who may embed the checkout of this client secret, and whether this frame may. */
  readonly checkoutFraming: (clientSecret: string, queryText: string) => Promise<Framing>
  /** GUILDHALL_URL: pages for developers exist only on their own machines. */
  readonly publicUrl: string
}

const assetSecondsMax = 31_536_000

/** Asset names contain a content hash, so they can be cached forever. */
export const assetRoute = ({ assets }: WebAssets): PageRoute => ({
  method: 'GET',
  path: '/assets/:name',
  answer({ headers }, [name = '']) {
    const asset = assets.get(name)
    if (asset === undefined) throw new Problem('not_found')
    return sendRepresentation(asset, headers, {
      headers: { 'cache-control': `public, max-age=${assetSecondsMax}, immutable` },
    })
  },
})

const embedScriptSecondsMax = 3600

/** Its name is part of other people's pages, so it never changes; its content may. */
export const embedScriptRoute = ({ embedScript }: WebAssets): PageRoute => ({
  method: 'GET',
  path: '/guildhall-embed.js',
  answer: ({ headers }) =>
    sendRepresentation(embedScript, headers, {
      headers: {
        'cache-control': `public, max-age=${embedScriptSecondsMax}`,
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      },
    }),
})

/** Serves every page of the web, and the not-found page for unknown paths. */
export function webPages(deps: WebPageDeps): PageRoute['answer'] {
  const isLocal = isLoopbackHost(new URL(deps.publicUrl).hostname)
  const served = isLocal ? [...places, ...developerPlaces] : places
  return async (exchange) => {
    const place = placeOf(served, exchange.path)
    if (place === null && !isNavigation(exchange)) throw new Problem('not_found')
    exchange.route = place?.route ?? null
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
      throw new Problem('method_not_allowed', { allow: 'GET, HEAD, OPTIONS' })
    }
    return entryAnswer(exchange, place, deps)
  }
}

interface Place {
  readonly entry: WebEntry
  readonly route: string
}

const signIn = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/verify-email']
const app = [
  '/',
  '/account/*',
  '/organizations/new',
  '/dashboard/*',
  '/admin/*',
  '/accept-invitation/*',
  '/become-operator',
  '/command-line',
  '/docs/start',
]

const places: readonly Place[] = [
  ...signIn.map((route) => ({ entry: 'sign-in', route }) as const),
  { entry: 'checkout', route: '/checkout/*' },
  { entry: 'portal', route: '/portal/*' },
  { entry: 'portal', route: '/pay/*' },
  ...app.map((route) => ({ entry: 'app', route }) as const),
]

const developerPlaces: readonly Place[] = [{ entry: 'embed-demo', route: '/dev/embed-demo' }]

/** One trailing slash is accepted, an empty segment is not. */
function placeOf(places: readonly Place[], path: string): Place | null {
  if (path.includes('//')) return null
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return places.find(({ route }) => isWithin(route, plain)) ?? null
}

function isWithin(route: string, path: string): boolean {
  if (!route.endsWith('/*')) return path === route
  return path === route.slice(0, -2) || path.startsWith(route.slice(0, -1))
}

const isNavigation = ({ method, headers }: Exchange): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

async function entryAnswer(
  exchange: Exchange,
  place: Place | null,
  { web, security, sources, checkoutFraming }: WebPageDeps,
): Promise<Answer> {
  const entry = place?.entry ?? 'app'
  const { embedders: frameAncestors, refusal } =
    place?.entry === 'checkout'
      ? await checkoutFraming(exchange.path.split('/')[2] ?? '', exchange.queryText)
      : notFramed
  if (refusal !== null) return refusal
  const { scriptHashes } = web
  const page = security.page({
    ...sources[entry],
    scriptHashes,
    frameAncestors,
  })
  return sendRepresentation(web.entries[entry], exchange.headers, {
    status: place === null ? 404 : 200,
    headers: { ...page, 'cache-control': place === null ? 'no-store' : 'no-cache' },
  })
}
