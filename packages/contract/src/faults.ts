import type * as z from 'zod/mini'

/** An error in an input: its path, its message and its type. */
export interface Fault {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

export type FaultSource = 'body' | 'query' | 'path'

type Issue = z.core.$ZodIssue

/** The library’s message for schemas without their own. */
const defaultMessage = 'Invalid input'

/**
 * Parse options for inputs whose issues become faults: missing fields are distinguished from
 * invalid ones, and process-wide error messages are ignored.
 */
export const faultParsing = {
  reportInput: true,
  error: () => defaultMessage,
} as const satisfies z.core.ParseContext<Issue>

/** Converts the issues of a schema parsed with `faultParsing` to faults. */
export function faultsOf(
  issues: readonly Issue[],
  source: FaultSource,
  wirePath: (path: readonly PropertyKey[]) => (string | number)[],
): Fault[] {
  return issues
    .flatMap((issue) => spread(issue))
    .map((issue) => ({
      loc: [source, ...wirePath(issue.path)],
      ...wording(issue),
    }))
}

/** `[body.email] Field required; [body.name] …`, for wires whose errors are one sentence. */
export const faultSentence = (faults: readonly Fault[]): string =>
  faults.map(({ loc, msg }) => `[${loc.join('.')}] ${msg}`).join('; ')

/**
 * Replaces a union’s issue with those of the option that most likely was intended: the one whose
 * issues are deepest, and of several the one with the fewest.
 */
function spread(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const depths = issue.errors.map((option) => Math.max(0, ...option.map((i) => i.path.length)))
  const deepest = Math.max(...depths)
  if (deepest === 0) return [issue]
  const intended = issue.errors
    .filter((_, at) => depths[at] === deepest)
    .reduce((closest, option) => (option.length < closest.length ? option : closest))
  return intended.flatMap((inner) => spread({ ...inner, path: [...issue.path, ...inner.path] }))
}

interface Wording {
  readonly msg: string
  readonly type: string
}

function wording(issue: Issue): Wording {
  const standard = standardWording(issue)
  return issue.message === defaultMessage ? standard : { ...standard, msg: issue.message }
}

function standardWording(issue: Issue): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { msg: 'Field required', type: 'missing' }
        : typeWording(issue.expected)
    case 'invalid_format':
      return formatWording(issue.format)
    case 'too_small':
      return boundWording(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      )
    case 'too_big':
      return boundWording(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      )
    case 'invalid_value':
      return issue.input === undefined
        ? { msg: 'Field required', type: 'missing' }
        : { msg: `Input should be ${oneOf(issue.values)}`, type: 'enum' }
    case 'invalid_union':
      return unionWording(issue)
    case 'invalid_key':
      return { msg: 'Key is not allowed here', type: 'invalid_key' }
    case 'unrecognized_keys':
      return { msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
    default:
      return { msg: 'Input is not valid', type: 'value_error' }
  }
}

function unionWording(issue: z.core.$ZodIssueInvalidUnion): Wording {
  if (issue.input === undefined) return { msg: 'Field required', type: 'missing' }
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0) {
    return { msg: `Input should be ${oneOf(issue.options)}`, type: 'union_tag_invalid' }
  }
  const kinds = issue.errors.flatMap((option) => option.map((inner) => standardWording(inner).msg))
  const [first] = kinds
  const same = first !== undefined && kinds.every((msg) => msg === first)
  return { msg: same ? first : [...new Set(kinds)].join(', or: '), type: 'union' }
}

function typeWording(expected: string): Wording {
  const [noun, type] = typeNouns.get(expected) ?? [`a valid ${expected}`, `${expected}_type`]
  return { msg: `Input should be ${noun}`, type }
}

const typeNouns: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['string', ['a valid string', 'string_type']],
  ['int', ['a valid integer', 'int_type']],
  ['number', ['a valid number', 'float_type']],
  ['boolean', ['a valid boolean', 'bool_type']],
  ['array', ['a valid list', 'list_type']],
  ['object', ['a valid object', 'model_type']],
  ['record', ['a valid object', 'dict_type']],
])

function formatWording(format: string): Wording {
  const [noun, type] = formatNouns.get(format) ?? [
    'of the expected form',
    'string_pattern_mismatch',
  ]
  return { msg: `Input should be ${noun}`, type }
}

const formatNouns: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['datetime', ['an ISO 8601 date-time with an offset', 'datetime_parsing']],
  ['date', ['a date as YYYY-MM-DD', 'date_parsing']],
  ['uuid', ['a valid UUID', 'uuid_parsing']],
  ['email', ['a valid email address', 'value_error']],
  ['url', ['a valid URL', 'url_parsing']],
  ['safeint', ['a valid integer', 'int_type']],
])

type Relation = 'at least' | 'more than' | 'at most' | 'less than'

const numberTypes: Readonly<Record<Relation, string>> = {
  'at least': 'greater_than_equal',
  'more than': 'greater_than',
  'at most': 'less_than_equal',
  'less than': 'less_than',
}

function boundWording(origin: string, relation: Relation, bound: number | bigint): Wording {
  const length = relation === 'at least' || relation === 'more than' ? 'short' : 'long'
  const counted = (noun: string) => `${relation} ${bound} ${noun}${Number(bound) === 1 ? '' : 's'}`
  if (origin === 'string') {
    return { msg: `Input should have ${counted('character')}`, type: `string_too_${length}` }
  }
  if (origin === 'array' || origin === 'set') {
    return { msg: `Input should have ${counted('item')}`, type: `too_${length}` }
  }
  return { msg: `Input should be ${relation} ${bound}`, type: numberTypes[relation] }
}

const oneOf = (values: readonly unknown[]): string =>
  values
    .map((value) => `'${String(value)}'`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
