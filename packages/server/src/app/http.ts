import { notServed } from '@guildhall/contract/not-served'
import { ok } from '@guildhall/contract/system'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { errorPage } from '../platform/http/error-page.ts'
import type { Guards } from '../platform/http/guards.ts'
import { reportUntrusted, type TrustedOrigins } from '../platform/http/origins.ts'
import type { PageRoute } from '../platform/http/page.ts'
import { pageStyle } from '../platform/http/page-style.ts'
import { probeRoutes, type ReadinessCheck } from '../platform/http/readiness.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { type OperationRoute, serve } from '../platform/http/serve.ts'
import { textRoute } from '../platform/http/text-route.ts'
import {
  createTransport,
  type Served,
  type Transport,
  type TransportDeps,
} from '../platform/http/transport.ts'
import {
  assetRoute,
  embedScriptRoute,
  type WebAssets,
  type WebPageDeps,
  type WebSources,
  webPages,
} from '../platform/http/web-assets.ts'
import { openApi } from './openapi.ts'
import { referenceRoutes } from './reference-page.ts'

export interface HttpDeps {
  readonly publicUrl: string
  readonly version: string
  readonly origins: TrustedOrigins
  readonly trustedProxies: readonly string[]
  readonly log: Logger
  readonly clock: Clock
  readonly guards: Guards
  /** The name of the cookie of sessions, for the reference. */
  readonly sessionCookie: string
  readonly resolvers: Resolvers
  readonly isUnlimited?: TransportDeps['isUnlimited']
  readonly changeLog?: TransportDeps['changeLog']
  readonly operations: readonly OperationRoute[]
  readonly pages: readonly PageRoute[]
  readonly readiness: Readonly<Record<string, ReadinessCheck>>
  /** What else is said about a server that is ready. */
  readonly readinessFacts?: () => Readonly<Record<string, string>>
  readonly stampPosition?: TransportDeps['stampPosition']
  readonly web: WebAssets
  readonly webSources: WebSources
  /** By default no site may embed a checkout. */
  readonly checkoutFraming?: WebPageDeps['checkoutFraming']
  readonly observe: (served: Served) => void
}

/** Composes everything that this server answers over HTTP. */
export function createHttp(deps: HttpDeps): Transport {
  const { publicUrl, version, web } = deps
  const security = securityHeaders(publicUrl)
  const operations = [...systemOperations, ...deps.operations]
  const declared = operations.map(({ operation }) => operation)
  return createTransport({
    ...deps,
    security,
    origins: reportUntrusted(deps.origins, deps.log),
    clientAddress: clientAddress(deps.trustedProxies),
    operations,
    notServed: { operations: notServed, reference: `${publicUrl}/docs` },
    pages: [
      ...probeRoutes(deps.readiness, deps.readinessFacts),
      ...referenceRoutes({
        operations: declared,
        writeDocument: () =>
          openApi(declared, { version, url: publicUrl, sessionCookie: deps.sessionCookie }),
        security,
        stylePath,
      }),
      textRoute({
        path: stylePath,
        type: 'text/css; charset=utf-8',
        text: () => pageStyle(fontPathsOf(web)),
      }),
      errorPage(security, { publicUrl, stylePath: stylePath }),
      assetRoute(web),
      embedScriptRoute(web),
      ...deps.pages,
    ],
    notFoundPage: webPages({
      publicUrl,
      web,
      security,
      sources: deps.webSources,
      checkoutFraming: deps.checkoutFraming ?? nobodyEmbeds,
    }),
  })
}

const stylePath = '/look.css'

const fontPathsOf = ({ assets }: WebAssets): string[] =>
  [...assets.keys()]
    .filter((name) => /^inter-latin.*\.woff2$/.test(name))
    .map((name) => `/assets/${name}`)

const systemOperations: readonly OperationRoute[] = [serve(ok, async () => ({ ok: true }))]

const nobodyEmbeds = () => Promise.resolve({ embedders: [], refusal: null })
