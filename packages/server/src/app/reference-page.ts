import type { Audience, Endpoint } from '@guildhall/contract/endpoint'
import { refusals } from '@guildhall/contract/refusals'
import { html } from 'hono/html'
import type { PageRoute } from '../platform/http/page.ts'
import type { SecurityHeaders } from '../platform/http/security-headers.ts'
import { textRoute } from '../platform/http/text-route.ts'
import {
  type OpenApi,
  type Operation,
  type Parameter,
  pathOnWire,
  refusalCodesOf,
} from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { exampleOf, fieldTable } from './reference-schema.ts'
import { referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'

export interface ReferenceParts {
  readonly endpoints: readonly Endpoint[]
  /** Called when the page or the document is first asked for, since it takes a while. */
  readonly writeDocument: () => OpenApi
  readonly security: SecurityHeaders
  readonly lookPath: string
}

/** The API reference: one page, its style, its script, and the document it is made from. */
export function referenceRoutes(parts: ReferenceParts): PageRoute[] {
  let written: OpenApi | null = null
  const document = () => (written ??= parts.writeDocument())
  return [
    textRoute({
      path: '/openapi.json',
      type: 'application/json',
      text: () => JSON.stringify(document()),
      headers: { 'access-control-allow-origin': '*' },
    }),
    textRoute({
      path: '/docs',
      type: 'text/html; charset=utf-8',
      text: () => referencePage(parts, document()),
      headers: parts.security.page({}),
    }),
    textRoute({ path: stylePath, type: 'text/css; charset=utf-8', text: () => referenceStyle }),
    textRoute({
      path: scriptPath,
      type: 'text/javascript; charset=utf-8',
      text: () => referenceScript,
    }),
  ]
}

const stylePath = '/docs/reference.css'
const scriptPath = '/docs/reference.js'

type Html = ReturnType<typeof html>

function referencePage({ endpoints, lookPath }: ReferenceParts, document: OpenApi): Html {
  const tags = document.tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ tag }) => tag === name),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Guildhall</title>
<link rel="stylesheet" href="${lookPath}">
<link rel="stylesheet" href="${stylePath}">
<script src="${scriptPath}" defer></script>
</head>
<body class="reference">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/">Guildhall</a>
<span class="version">API ${document.info.version}</span>
<label class="filter"><span class="hidden">Filter endpoints</span>
<input type="search" id="filter" placeholder="Filter by path, method or words" autocomplete="off"></label>
<a href="/openapi.json">OpenAPI</a>
</header>
<nav aria-label="Endpoints">
<details class="menu" open><summary>Endpoints</summary>
${tags.map(tagMenu)}
</details>
</nav>
<main id="content">
<section class="lead">
<h1>API reference</h1>
<p>${document.info.description} The account API speaks camelCase and answers refusals as
<code>{code, message}</code>; the billing API speaks snake_case and answers
<code>{error, detail}</code>.</p>
<p>Base address <code>${document.servers[0]?.url ?? ''}</code></p>
</section>
<p id="nothing" role="status" hidden>No endpoint matches the filter.</p>
${tags.map((tag) => tagSection(tag, document))}
</main>
</body>
</html>`
}

interface Tag {
  readonly name: string
  readonly endpoints: readonly Endpoint[]
}

const tagMenu = ({ name, endpoints }: Tag): Html => html`<div class="group" data-group>
<h2 class="group-name">${name}</h2>
<ul>${endpoints.map(
  (endpoint) => html`<li data-words="${wordsOf(endpoint)}">
<a href="#${endpoint.name}">${methodBadge(endpoint)}<span>${endpoint.summary}</span></a></li>`,
)}</ul></div>`

const tagSection = ({ name, endpoints }: Tag, document: OpenApi): Html => html`<section data-group>
<h2 class="tag">${name}</h2>
${endpoints.map((endpoint) => endpointSection(endpoint, document))}
</section>`

const wordsOf = (endpoint: Endpoint): string =>
  [endpoint.method, pathOnWire(endpoint), endpoint.summary, endpoint.name].join(' ').toLowerCase()

const methodBadge = ({ method }: Endpoint): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

function endpointSection(endpoint: Endpoint, document: OpenApi): Html {
  const path = pathOnWire(endpoint)
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (operation === undefined) return html``
  return html`<article id="${endpoint.name}" data-words="${wordsOf(endpoint)}" aria-labelledby="${endpoint.name}-title">
<h3 id="${endpoint.name}-title"><a href="#${endpoint.name}">${endpoint.summary}</a></h3>
<p class="address">${methodBadge(endpoint)}<code>${path}</code></p>
${endpoint.description === undefined ? '' : html`<p class="text">${endpoint.description}</p>`}
<p class="text">Who may call: ${audiences[endpoint.for]}${
    endpoint.may === undefined ? '' : html`, with <code>${endpoint.may}</code>`
  }.</p>
<div class="columns">
<div>
${parametersSection(operation)}
${bodySection(operation, document)}
${answerSection(endpoint, operation, document)}
${refusalsSection(endpoint)}
</div>
<div class="example"><h4>Example</h4>${codeBlock(curlOf(endpoint, operation, document), `Call of ${endpoint.name}`)}</div>
</div>
</article>`
}

const audiences: Readonly<Record<Audience, string>> = {
  anyone: 'anyone',
  session: 'a signed-in user',
  freshSession: 'a user who signed in a short while ago',
  operator: 'an operator of this server',
  serverKey: 'the application’s own backend, by its server key',
  sessionOrServerKey: 'a signed-in user, or the application’s own backend by its server key',
  seller: 'the selling organization, by access token, or a member of it who is signed in',
  customer: 'a customer, by customer session',
  clientSecret: 'whoever holds the client secret in the path',
}

function parametersSection({ parameters }: Operation): Html {
  if (parameters.length === 0) return html``
  const schema = (parameter: Parameter): JsonSchema => ({
    ...parameter.schema,
    description: [`In the ${parameter.in}.`, parameter.description ?? parameter.schema.description]
      .filter(Boolean)
      .join(' '),
  })
  const properties = Object.fromEntries(parameters.map((one) => [one.name, schema(one)]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return html`<h4>Parameters</h4>${fieldTable({ type: 'object', properties, required }, { components: {}, side: 'input' })}`
}

function bodySection({ requestBody }: Operation, { components }: OpenApi): Html {
  if (requestBody === undefined) return html``
  const [mediaType = '', { schema } = { schema: {} }] = Object.entries(requestBody.content)[0] ?? []
  return html`<h4>Body <span class="hint">${mediaType}</span></h4>${fieldTable(schema, { components: components.schemas, side: 'input' })}`
}

function answerSection({ status }: Endpoint, operation: Operation, { components }: OpenApi): Html {
  const answered = operation.responses[status]?.content?.['application/json']
  return html`<h4>Answer <span class="hint">${status}</span></h4>${
    answered === undefined
      ? html`<p class="text">Nothing.</p>`
      : fieldTable(answered.schema, { components: components.schemas, side: 'answer' })
  }`
}

function refusalsSection(endpoint: Endpoint): Html {
  const codes = refusalCodesOf(endpoint)
  if (codes.length === 0) return html``
  const isAccount = endpoint.wire === 'account'
  return html`<h4>Refusals</h4><ul class="refusals">${codes.map((code) => {
    const { status, message, error } = refusals[code]
    const shown = isAccount && code === 'invalid_input' ? 400 : status
    return html`<li><span class="status">${shown}</span> ${message}${
      isAccount ? '' : html` <code>${error}</code>`
    }</li>`
  })}</ul>`
}

const codeBlock = (code: string, name: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre>`

function curlOf(endpoint: Endpoint, operation: Operation, document: OpenApi): string {
  const { method } = endpoint
  const url = `${document.servers[0]?.url ?? ''}${pathOnWire(endpoint)}`
  const body = Object.entries(operation.requestBody?.content ?? {})[0]
  const scheme = Object.keys(operation.security[0] ?? {})[0]
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(scheme === undefined ? [] : [credentialLines[scheme] ?? '']),
    ...(body === undefined
      ? []
      : [
          `-H 'content-type: ${body[0]}'`,
          `-d '${JSON.stringify(exampleOf(body[1].schema, document.components.schemas), null, 2)}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

const credentialLines: Readonly<Record<string, string>> = {
  session: "-b 'guildhall.session_token=…'",
  serverKey: "-H 'authorization: Bearer guildhall_srv_…'",
  accessToken: "-H 'authorization: Bearer guildhall_oat_…'",
  customerSession: "-H 'authorization: Bearer guildhall_cst_…'",
}
