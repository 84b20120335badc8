import type { Operation } from '@guildhall/contract/operation'
import { bodyLimitBytesDefault } from '../../src/platform/http/body.ts'
import { jsonDepthMax } from '../../src/platform/http/json-fault.ts'

/** A request whose form alone is wrong. */
export interface MalformedRequest {
  readonly fault: string
  readonly contentType: string
  readonly body: string
  /** The statuses that the transport declares for it. */
  readonly statuses: readonly number[]
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

/** Bodies that are refused before their fields are looked at. */
export function malformedRequests(operation: Operation): MalformedRequest[] {
  const { accepts = 'json', bodyLimitBytes = bodyLimitBytesDefault } = operation
  const contentType = types[accepts]
  const tooLarge = {
    fault: 'a byte more than the limit',
    contentType,
    body: ' '.repeat(bodyLimitBytes + 1),
    statuses: [413],
  }
  if (operation.body === undefined) return [tooLarge]
  const wrongType = types[accepts === 'json' ? 'form' : 'json']
  const ofAnyType = [
    tooLarge,
    { fault: 'another content type', contentType: wrongType, body: '{}', statuses: [415] },
    { fault: 'no content type', contentType: '', body: '{}', statuses: [415] },
  ]
  return accepts === 'form'
    ? [...ofAnyType, { fault: 'a field twice', contentType, body: 'a=1&a=2', statuses: [400] }]
    : [...ofAnyType, ...malformedJson(contentType)]
}

const malformedJson = (contentType: string): MalformedRequest[] => {
  const faults: Readonly<Record<string, string>> = {
    'a level too deep': nested(jsonDepthMax + 1),
    'thousands of levels': nested(5000),
    'a key twice': '{"a":1,"a":2}',
    'a key twice, once escaped': '{"a":1,"\\u0061":2}',
    'text that cannot be stored': '{"a":"\\u0000"}',
    'half a document': '{"a":',
  }
  return Object.entries(faults).map(([fault, body]) => ({
    fault,
    contentType,
    body,
    statuses: [400],
  }))
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

export const unknownField = 'a_field_that_nobody_knows'

/** Well-formed JSON that no schema asks for. */
export const strangeBodies: readonly string[] = [
  `{"${unknownField}":true}`,
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}',
  '[]',
  'null',
  '"text"',
  '1e999',
]

/** Parameters of lists, with values that no list has. */
export const strangeQueries: readonly Readonly<Record<string, string>>[] = [
  { [unknownField]: '1' },
  { page: '-1', limit: '1e9' },
  { page: '9007199254740993', limit: '0' },
  { sorting: 'password', organization_id: 'no-id', organizationId: 'no-id', id: 'no-id' },
  { query: '\0', metadata: 'x', 'metadata[a][b]': 'x' },
  { userId: "' or 1=1 --", searchValue: '%', filterField: 'password', filterValue: '1' },
]

/** No id of anything. The last ones decode to a path, a NUL and half a character. */
export const strangeIds: readonly string[] = [
  'no-id',
  '-1',
  "' or 1=1 --",
  '%2e%2e%2f%2e%2e%2fetc',
  '%00',
  '%c3',
  'x'.repeat(2000),
]
