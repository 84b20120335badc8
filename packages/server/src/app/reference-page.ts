import type { Audience, Operation } from '@guildhall/contract/operation'
import { refusals } from '@guildhall/contract/refusals'
import { html } from 'hono/html'
import type { PageRoute } from '../platform/http/page.ts'
import type { SecurityHeaders } from '../platform/http/security-headers.ts'
import { textRoute } from '../platform/http/text-route.ts'
import {
  type OpenApi,
  type OpenApiOperation,
  type Parameter,
  pathOnWire,
  refusalCodesOf,
} from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { examplesOf } from './reference-examples.ts'
import {
  type FieldContext,
  fieldTable,
  type LinkedObject,
  type LinkedObjects,
} from './reference-schema.ts'
import { languages, referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'
import { withCode } from './reference-text.ts'

export interface ReferenceDeps {
  readonly operations: readonly Operation[]
  /** Called at the first request of the page or the document, because it takes a while. */
  readonly writeDocument: () => OpenApi
  readonly security: SecurityHeaders
  readonly stylePath: string
}

/** The API reference: one page, its style, its script, and the document it is made from. */
export function referenceRoutes(deps: ReferenceDeps): PageRoute[] {
  let written: OpenApi | null = null
  const document = () => (written ??= deps.writeDocument())
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
      text: () => referencePage(deps, document()),
      headers: deps.security.page({}),
    }),
    textRoute({ path: ownStylePath, type: 'text/css; charset=utf-8', text: () => referenceStyle }),
    textRoute({
      path: scriptPath,
      type: 'text/javascript; charset=utf-8',
      text: () => referenceScript,
    }),
  ]
}

const ownStylePath = '/docs/reference.css'
const scriptPath = '/docs/reference.js'

type Html = ReturnType<typeof html>

/** The lead comes before the long menu, so that it is read and painted at once. */
function referencePage({ operations, stylePath }: ReferenceDeps, document: OpenApi): Html {
  const tags = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ tag }) => tag === name),
  }))
  const objects: LinkedObjects = new Map()
  const described = tags.map((tag) => tagSection(tag, { document, objects }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Guildhall</title>
<link rel="stylesheet" href="${stylePath}">
<link rel="stylesheet" href="${ownStylePath}">
<script src="${scriptPath}"></script>
</head>
<body class="reference">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/">Guildhall</a>
<span class="version">API ${document.info.version}</span>
<label class="filter"><span class="hidden">Filter operations</span>
<input type="search" id="filter" placeholder="Filter by path, method or words" autocomplete="off"></label>
<a href="/docs/start">Quickstart</a>
<a href="/openapi.json">OpenAPI</a>
</header>
<main>
<section class="lead">
<h1>API reference</h1>
<p>${document.info.description} The account API uses camelCase and reports errors as
<code>{code, message}</code>; the billing API uses snake_case and reports
<code>{error, detail}</code>.</p>
<p>Base URL <code>${document.servers[0]?.url ?? ''}</code></p>
</section>
<nav aria-label="Operations">
<details class="menu"><summary>Operations</summary>
${tags.map(tagMenu)}
</details>
</nav>
<div id="content">
<p id="nothing" role="status" hidden>No operation matches the filter.</p>
${described}
${objectsSection(objects)}
</div>
</main>
</body>
</html>`
}

interface Tag {
  readonly name: string
  readonly operations: readonly Operation[]
}

const tagMenu = ({ name, operations }: Tag): Html => html`<div class="group" data-group>
<h2 class="group-name">${name}</h2>
<ul>${operations.map(
  (operation) => html`<li data-words="${wordsOf(operation)}">
<a href="#${operation.name}">${methodBadge(operation)}<span>${operation.summary}</span></a></li>`,
)}</ul></div>`

interface PageContext {
  readonly document: OpenApi
  readonly objects: LinkedObjects
}

const tagSection = ({ name, operations }: Tag, page: PageContext): Html => html`<section data-group>
<h2 class="tag">${name}</h2>
${operations.map((operation) => operationSection(operation, page))}
</section>`

const wordsOf = (operation: Operation): string =>
  [operation.method, pathOnWire(operation), operation.summary, operation.name]
    .join(' ')
    .toLowerCase()

const methodBadge = ({ method }: Operation): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

function operationSection(operation: Operation, page: PageContext): Html {
  const { document } = page
  const path = pathOnWire(operation)
  const documented = document.paths[path]?.[operation.method.toLowerCase()]
  if (documented === undefined) return html``
  return html`<article id="${operation.name}" data-words="${wordsOf(operation)}" aria-labelledby="${operation.name}-title">
<h3 id="${operation.name}-title"><a href="#${operation.name}">${operation.summary}</a></h3>
<p class="address">${methodBadge(operation)}<code>${path}</code></p>
${operation.description === undefined ? '' : html`<p class="text">${withCode(operation.description)}</p>`}
<p class="text">Callers: ${audiences[operation.for]}${
    operation.may === undefined ? '' : html`, with <code>${operation.may}</code>`
  }.</p>
<div class="columns">
<div>
${parametersSection(operation, documented, page)}
${bodySection(operation, documented, page)}
${answerSection(operation, documented, page)}
${refusalsSection(operation)}
</div>
<div class="example"><h4>Example</h4>${languageChoice}${examplesOf(
    operation,
    documented,
    document,
  ).map(
    ({ language, code }) =>
      html`<pre tabindex="0" role="region" data-language="${language}" aria-label="${operation.method} ${path} in ${language}"><code>${code}</code></pre>`,
  )}</div>
</div>
</article>`
}

/** Shown only where the script answers to it. */
const languageChoice = html`<div class="languages" role="group" aria-label="Language of the examples">${languages.map(
  (language) => html`<button type="button">${language}</button>`,
)}</div>`

const audiences: Readonly<Record<Audience, string>> = {
  anyone: 'anyone',
  session: 'a signed-in user',
  freshSession: 'a user who signed in recently',
  operator: 'an operator of this server',
  serverKey: 'the application’s own backend, with its server key',
  sessionOrServerKey: 'a signed-in user, or the application’s own backend with its server key',
  seller: 'the organization with an access token, or a signed-in member of it',
  customer: 'a customer with a customer session',
  customerOrBuyer: 'a customer with a customer session, or a buyer with the session of a purchase',
  clientSecret: 'the holder of the client secret in the path',
  payLink: 'the holder of the mailed secret in the path',
  download: 'anyone who has the link',
}

function parametersSection(
  operation: Operation,
  { parameters }: OpenApiOperation,
  page: PageContext,
): Html {
  if (parameters.length === 0) return html``
  const schema = (parameter: Parameter): JsonSchema => ({
    ...parameter.schema,
    description: [`In the ${parameter.in}.`, parameter.description ?? parameter.schema.description]
      .filter(Boolean)
      .join(' '),
  })
  const properties = Object.fromEntries(parameters.map((one) => [one.name, schema(one)]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return html`<h4>Parameters</h4>${fieldTable({ type: 'object', properties, required }, contextOf(operation, 'parameters', page))}`
}

function contextOf(
  operation: Operation,
  part: 'parameters' | 'body' | 'response',
  { document, objects }: PageContext,
): FieldContext {
  return {
    components: document.components.schemas,
    side: part === 'response' ? 'answer' : 'input',
    operation,
    objects,
    anchor: `${operation.name}-${part}`,
  }
}

function bodySection(
  operation: Operation,
  { requestBody }: OpenApiOperation,
  page: PageContext,
): Html {
  if (requestBody === undefined) return html``
  const [mediaType = '', { schema } = { schema: {} }] = Object.entries(requestBody.content)[0] ?? []
  return html`<h4>Body <span class="hint">${mediaType}</span></h4>${fieldTable(schema, contextOf(operation, 'body', page))}`
}

function answerSection(
  operation: Operation,
  documented: OpenApiOperation,
  page: PageContext,
): Html {
  const { status } = operation
  const answered = documented.responses[status]?.content?.['application/json']
  return html`<h4>Response <span class="hint">${status}</span></h4>${
    answered === undefined
      ? html`<p class="text">No content.</p>`
      : fieldTable(answered.schema, contextOf(operation, 'response', page))
  }`
}

function refusalsSection(operation: Operation): Html {
  const codes = refusalCodesOf(operation)
  if (codes.length === 0) return html``
  const isAccount = operation.wire === 'account'
  return html`<h4>Errors</h4><ul class="refusals">${codes.map((code) => {
    const { status, message, error } = refusals[code]
    const shown = isAccount && code === 'invalid_input' ? 400 : status
    return html`<li><span class="status">${shown}</span> ${withCode(message)}${
      isAccount ? '' : html` <code>${error}</code>`
    }</li>`
  })}</ul>`
}

function objectsSection(objects: LinkedObjects): Html {
  const described: Html[] = []
  // Describing one may link others, which join the end of the map.
  for (const object of objects.values()) described.push(objectSection(object))
  return html`<section id="objects">
<h2 class="tag">Objects</h2>
<p class="text">What several levels of fields nest is described here once. Operations link to it.</p>
${described}
</section>`
}

function objectSection(object: LinkedObject): Html {
  const { anchor, path, operation, side, schema } = object
  return html`<article id="${anchor}" aria-label="${path}">
<h3><a href="#${anchor}"><code>${path}</code></a></h3>
<p class="text">Named after its place in the ${side === 'input' ? 'request' : 'response'} of
<a href="#${operation.name}">${operation.summary}</a>.</p>
${fieldTable(schema, object)}
</article>`
}
