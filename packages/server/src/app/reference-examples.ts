import type { Operation } from '@guildhall/contract/operation'
import { type OpenApi, type OpenApiOperation, pathOnWire } from './openapi.ts'
import { exampleOf } from './reference-schema.ts'

interface CodeExample {
  readonly language: 'curl' | 'TypeScript' | 'Python'
  readonly code: string
}

/** One call in three languages, with nothing to install but Python's `requests`. */
export function examplesOf(
  operation: Operation,
  documented: OpenApiOperation,
  document: OpenApi,
): readonly CodeExample[] {
  const call = callOf(operation, documented, document)
  return [
    { language: 'curl', code: curl(call) },
    { language: 'TypeScript', code: typescript(call) },
    { language: 'Python', code: python(call) },
  ]
}

interface ExampleCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly isForm: boolean
}

function callOf(
  operation: Operation,
  documented: OpenApiOperation,
  document: OpenApi,
): ExampleCall {
  const [mediaType, content] = Object.entries(documented.requestBody?.content ?? {})[0] ?? []
  const [scheme = ''] = Object.keys(documented.security[0] ?? {})
  return {
    method: operation.method,
    url: `${document.servers[0]?.url ?? ''}${pathOnWire(operation)}`,
    headers: {
      ...credentials(document.components.securitySchemes.session.name)[scheme],
      ...(mediaType !== undefined && { 'content-type': mediaType }),
    },
    body:
      content === undefined ? undefined : exampleOf(content.schema, document.components.schemas),
    isForm: operation.accepts === 'form',
  }
}

const credentials = (
  sessionCookie: string,
): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  session: { cookie: `${sessionCookie}=…` },
  serverKey: { authorization: 'Bearer guildhall_srv_…' },
  accessToken: { authorization: 'Bearer guildhall_oat_…' },
  customerSession: { authorization: 'Bearer guildhall_cst_…' },
})

const curl = ({ method, url, headers, body }: ExampleCall): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${json(body)}'`]),
  ].join(' \\\n  ')

function typescript({ method, url, headers, body, isForm }: ExampleCall): string {
  const given = isForm ? `new URLSearchParams(${json(body)})` : `JSON.stringify(${json(body)})`
  const lines = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${json(headers)},`]),
    ...(body === undefined ? [] : [`body: ${given},`]),
  ]
  const options = lines.length === 0 ? '' : `, {\n${indented(lines.join('\n'))}\n}`
  return `const response = await fetch('${url}'${options})\nconsole.log(response.status, await response.text())`
}

function python({ method, url, headers, body, isForm }: ExampleCall): string {
  const lines = [
    `'${url}',`,
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${json(headers)},`]),
    ...(body === undefined ? [] : [`${isForm ? 'data' : 'json'}=${pythonOf(json(body))},`]),
  ]
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(\n${indented(lines.join('\n'))}\n)`,
    'print(response.status_code, response.text)',
  ].join('\n')
}

const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

/** JSON as Python spells it; a text that holds one of the words alone on its line isn't touched. */
const pythonOf = (text: string): string =>
  text.replaceAll(/(?<=: |^ *)(?:true|false|null)(?=,?$)/gm, (word) => pythonWords[word] ?? word)

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
