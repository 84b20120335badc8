import { definitionOf } from '../../contract/src/definition.ts'
import type { Operation, Schema } from '../../contract/src/operation.ts'

type Path = readonly string[]

/** The paths of all fields of an input, including nested ones. */
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

/** The required fields of an operation, with valid values. */
export function minimalInput({ body, name }: Operation): Record<string, unknown> {
  const fields = fieldsOf(body).filter((path) => path.length === 1)
  const needed = fields.flatMap(([field = '']) => (field in validValues ? [field] : []))
  const given = Object.fromEntries(needed.map((field) => [field, validValues[field]]))
  return { ...given, ...validValuesOf[name] }
}

const unknownId = '00000000-0000-7000-8000-000000000000'

const validValues: Readonly<Record<string, unknown>> = {
  name: 'Ann Example',
  email: 'fuzzed@example.test',
  password: 'a staple for the battery',
  currentPassword: 'a staple for the battery',
  newPassword: 'a staple for the battery',
  username: 'fuzzed',
  token: 'no token',
  sessionToken: 'no token',
  userId: unknownId,
  provider: 'github',
  providerId: 'github',
  accountId: 'nobody',
  role: 'user',
  permissions: { user: ['ban'] },
}

/** Exceptions for fields whose effect can't be repeated, or that exclude each other. */
const validValuesOf: Readonly<Record<string, Record<string, unknown>>> = {
  deleteUser: { password: 'not hers' },
  changeEmail: { newEmail: 'nowhere' },
  updateUser: { username: undefined, email: undefined },
  signUpEmail: { username: undefined },
  createUser: { role: 'user' },
  updateUserByOperator: { data: { name: 'Ann' } },
}

/** The input with another value at this path. */
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
