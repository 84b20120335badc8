import { definitionOf } from '../../contract/src/definition.ts'
import type { Endpoint, Schema } from '../../contract/src/endpoint.ts'

type Path = readonly string[]

/** Every field that an input has, also those within others. */
export function fieldsOf(schema: Schema | undefined): Path[] {
  if (schema === undefined) return []
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => [
        [name],
        ...fieldsOf(inner).map((path) => [name, ...path]),
      ])
    case 'optional':
    case 'nullable':
      return fieldsOf(def.innerType)
    case 'union':
      return def.options.flatMap(fieldsOf)
    default:
      return []
  }
}

/** As few fields as the endpoint takes, with values that it would take. */
export function plainInput({ body, name }: Endpoint): Record<string, unknown> {
  const fields = fieldsOf(body).filter((path) => path.length === 1)
  const needed = fields.flatMap(([field = '']) => (field in plainValues ? [field] : []))
  const given = Object.fromEntries(needed.map((field) => [field, plainValues[field]]))
  return { ...given, ...plainFor[name] }
}

const nobody = '00000000-0000-7000-8000-000000000000'

const plainValues: Readonly<Record<string, unknown>> = {
  name: 'Ann Example',
  email: 'fuzzed@example.test',
  newEmail: 'fuzzed-too@example.test',
  password: 'a staple for the battery',
  currentPassword: 'a staple for the battery',
  newPassword: 'a staple for the battery',
  username: 'fuzzed',
  token: 'no token',
  sessionToken: 'no token',
  userId: nobody,
  provider: 'github',
  providerId: 'github',
  accountId: 'nobody',
  role: 'user',
  permissions: { user: ['ban'] },
}

/** Where such a field would do what can't be done twice, or is one of two ways. */
const plainFor: Readonly<Record<string, Record<string, unknown>>> = {
  deleteUser: { password: 'not hers' },
  updateUser: { username: undefined, email: undefined },
  signUpEmail: { username: undefined },
  createUser: { role: 'user' },
  updateUserByOperator: { data: { name: 'Ann' } },
}

/** The input with another value in one place. */
export function withValue(
  input: Readonly<Record<string, unknown>>,
  [first = '', ...rest]: Path,
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...input, [first]: value }
  const inner = input[first]
  return { ...input, [first]: withValue(isFields(inner) ? inner : {}, rest, value) }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
