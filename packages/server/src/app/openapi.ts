import type { Audience, Operation, Schema, Wire } from '@guildhall/contract/operation'
import { honorsIdempotencyKey } from '@guildhall/contract/operation'
import { isPersonRight } from '@guildhall/contract/organizations/scopes'
import { type RefusalCode, refusals } from '@guildhall/contract/refusals'
import { snakeCase } from '@guildhall/contract/wire'
import { parameterNames } from '../platform/http/route-table.ts'
import { type Components, type JsonSchema, schemaWriter } from './openapi-schema.ts'

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Components; readonly securitySchemes: SecuritySchemes }
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Content
  }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly style?: 'form' | 'deepObject'
  readonly explode?: boolean
}

interface Response {
  readonly description: string
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface ApiInfo {
  readonly version: string
  readonly url: string
  /** The name of the cookie of sessions. */
  readonly sessionCookie: string
}

/** The API as OpenAPI 3.1, in the casing of its wires. */
export function openApi(
  operations: readonly Operation[],
  { version, url, sessionCookie }: ApiInfo,
): OpenApi {
  const schemas: Components = { ...refusalSchemas }
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    const path = pathOnWire(operation)
    const methods = (paths[path] ??= {})
    methods[operation.method.toLowerCase()] = documentOperation(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guildhall', version, description: 'Accounts, organizations and billing.' },
    servers: [{ url }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: securitySchemes(sessionCookie) },
  }
}

export const pathOnWire = ({ path, wire }: Operation): string =>
  parameterNames(path).reduce(
    (text, name) => text.replace(`:${name}`, `{${nameOn(wire, name)}}`),
    path,
  )

const nameOn = (wire: Wire, name: string): string => (wire === 'billing' ? snakeCase(name) : name)

function documentOperation(operation: Operation, schemas: Components): OpenApiOperation {
  const { name, summary, description, tag, body, accepts = 'json', wire } = operation
  const write = schemaWriter(operation, schemas)
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: schemesOf(operation).map((scheme) => ({
      [scheme]: operation.may === undefined ? [] : [operation.may],
    })),
    parameters: [
      ...pathParameters(operation, write(operation.params, 'input')),
      ...queryParameters(write(operation.query, 'input')),
      ...(honorsIdempotencyKey(operation) ? [idempotencyKey] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body._zod.optin !== 'optional',
            content: content(mediaTypes[accepts], write(body, 'input')),
          },
        }),
    responses: { ...successOf(operation, write), ...refusalsOf(operation, wire) },
  }
}

type Write = (schema: Schema | null | undefined, io: 'input' | 'output') => JsonSchema

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

const content = (mediaType: string, schema: JsonSchema): Content => ({ [mediaType]: { schema } })

function pathParameters({ path, wire }: Operation, schema: JsonSchema): Parameter[] {
  return parameterNames(path).map((name) => ({
    name: nameOn(wire, name),
    in: 'path',
    required: true,
    schema: schema.properties?.[nameOn(wire, name)] ?? { type: 'string' },
  }))
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    schema,
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
  }))
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repetition with the same key within 24 hours is answered like the first request.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function successOf({ status, returns }: Operation, write: Write): Record<string, Response> {
  if (returns === null) return { [status]: { description: 'Done; there is nothing to say.' } }
  const answered = content(mediaTypes.json, write(returns, 'output'))
  return { [status]: { description: 'The answer.', content: answered } }
}

function refusalsOf(operation: Operation, wire: Wire): Record<string, Response> {
  const byStatus = new Map<number, string[]>()
  for (const code of refusalCodesOf(operation)) {
    const { status, message } = refusals[code]
    const shown = code === 'invalid_input' && wire === 'account' ? 400 : status
    byStatus.set(shown, [...(byStatus.get(shown) ?? []), message])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, messages]) => [
        status,
        {
          description: [...new Set(messages)].join(' · '),
          content: content(mediaTypes.json, { $ref: refusalSchemaFor(wire, status) }),
        },
      ]),
  )
}

/** The refusals that an operation declares, and those of the transport. */
export function refusalCodesOf(operation: Operation): RefusalCode[] {
  const hasInput = [operation.body, operation.query, operation.params].some(Boolean)
  return [
    ...(hasInput ? (['invalid_input'] as const) : []),
    ...(operation.body === undefined ? [] : (['malformed_json', 'body_too_large'] as const)),
    ...(securityFor[operation.for].length === 0 ? [] : (['unauthorized'] as const)),
    ...(operation.rateLimit === undefined ? [] : (['too_many_requests'] as const)),
    ...operation.refuses,
    'conflicting_change',
    'unavailable',
  ]
}

/** The credentials that a caller may use; an access token isn't one where a person is required. */
const schemesOf = ({ for: audience, may = '' }: Operation): readonly string[] =>
  securityFor[audience].filter((scheme) => scheme !== 'accessToken' || !isPersonRight(may))

const securityFor: Readonly<Record<Audience, readonly string[]>> = {
  anyone: [],
  session: ['session'],
  freshSession: ['session'],
  operator: ['session'],
  serverKey: ['serverKey'],
  sessionOrServerKey: ['session', 'serverKey'],
  seller: ['accessToken', 'session'],
  customer: ['customerSession'],
  customerOrBuyer: ['customerSession'],
  clientSecret: [],
  payLink: [],
  download: [],
}

type SecuritySchemes = ReturnType<typeof securitySchemes>

const securitySchemes = (sessionCookie: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'A signed-in user. Clients without cookies send its value, which `set-auth-token` of a sign-in ' +
      'is too, as `Authorization: Bearer`.',
  },
  serverKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the application’s own backend.',
  },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An organization’s access token.' },
  customerSession: { type: 'http', scheme: 'bearer', description: 'A session of one customer.' },
})

const refusalSchemaFor = (wire: Wire, status: number): string => {
  const name = wire === 'account' ? 'AccountRefusal' : status === 422 ? 'InvalidInput' : 'Refusal'
  return `#/components/schemas/${name}`
}

const text: JsonSchema = { type: 'string' }

const refusalSchemas: Components = {
  AccountRefusal: {
    type: 'object',
    properties: { code: text, message: text },
    required: ['code', 'message'],
  },
  Refusal: {
    type: 'object',
    properties: { error: text, detail: text },
    required: ['error', 'detail'],
  },
  InvalidInput: {
    type: 'object',
    properties: {
      error: text,
      detail: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            loc: { type: 'array', items: { anyOf: [text, { type: 'integer' }] } },
            msg: text,
            type: text,
          },
          required: ['loc', 'msg', 'type'],
        },
      },
    },
    required: ['error', 'detail'],
  },
}
