import { ok } from '@guildhall/contract/system'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { errorPage } from '../platform/http/error-page.ts'
import type { Guards } from '../platform/http/guards.ts'
import { lookStyle } from '../platform/http/look.ts'
import { trustedOrigins } from '../platform/http/origins.ts'
import type { PageRoute } from '../platform/http/page.ts'
import { probeRoutes, type ReadinessCheck } from '../platform/http/readiness.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { type EndpointRoute, serve } from '../platform/http/serve.ts'
import { textRoute } from '../platform/http/text-route.ts'
import {
  createTransport,
  type Served,
  type Transport,
  type TransportParts,
} from '../platform/http/transport.ts'
import {
  assetRoute,
  embedScriptRoute,
  type WebAssets,
  type WebPageParts,
  type WebSources,
  webPages,
} from '../platform/http/web-assets.ts'
import { openApi } from './openapi.ts'
import { referenceRoutes } from './reference-page.ts'

export interface HttpParts {
  readonly publicUrl: string
  readonly version: string
  readonly trustedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly log: Logger
  readonly clock: Clock
  readonly guards: Guards
  readonly resolvers: Resolvers
  readonly isUnlimited?: TransportParts['isUnlimited']
  readonly endpoints: readonly EndpointRoute[]
  readonly pages: readonly PageRoute[]
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
  readonly web: WebAssets
  readonly webSources: WebSources
  /** By default nobody embeds a checkout. */
  readonly checkoutEmbedders?: WebPageParts['checkoutEmbedders']
  readonly observe: (served: Served) => void
}

/** Everything this server answers, put together. */
export function createHttp(parts: HttpParts): Transport {
  const { publicUrl, version, web } = parts
  const security = securityHeaders(publicUrl)
  const endpoints = [...systemEndpoints, ...parts.endpoints]
  const declared = endpoints.map(({ endpoint }) => endpoint)
  return createTransport({
    ...parts,
    security,
    origins: trustedOrigins(publicUrl, parts.trustedOrigins),
    clientAddress: clientAddress(parts.trustedProxies),
    endpoints,
    pages: [
      ...probeRoutes(parts.readiness),
      ...referenceRoutes({
        endpoints: declared,
        writeDocument: () => openApi(declared, { version, url: publicUrl }),
        security,
        lookPath,
      }),
      textRoute({
        path: lookPath,
        type: 'text/css; charset=utf-8',
        text: () => lookStyle(fontPathsOf(web)),
      }),
      errorPage(security, { publicUrl, stylePath: lookPath }),
      assetRoute(web),
      embedScriptRoute(web),
      ...parts.pages,
    ],
    notFoundPage: webPages({
      web,
      security,
      sources: parts.webSources,
      checkoutEmbedders: parts.checkoutEmbedders ?? nobodyEmbeds,
    }),
  })
}

const lookPath = '/look.css'

const fontPathsOf = ({ assets }: WebAssets): string[] =>
  [...assets.keys()]
    .filter((name) => /^inter-latin.*\.woff2$/.test(name))
    .map((name) => `/assets/${name}`)

const systemEndpoints: readonly EndpointRoute[] = [serve(ok, async () => ({ ok: true }))]

const nobodyEmbeds = () => Promise.resolve([])
