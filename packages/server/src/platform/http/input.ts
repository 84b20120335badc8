import { type Fault, type FaultSource, faultParsing, faultsOf } from '@guildhall/contract/faults'
import type { Operation, Schema, Wire } from '@guildhall/contract/operation'
import { queryCodec } from '@guildhall/contract/query'
import { snakeCase, type UnknownField, wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { Problem } from '../../kernel/refusal.ts'
import { isStorable, parseBody } from './body.ts'
import { parameterNames } from './route-table.ts'

export interface RawInput {
  readonly pathValues: Readonly<Record<string, string>>
  readonly queryText: string
  readonly body: Buffer
  readonly contentType: string | undefined
}

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Nobody reads more. */
const faultsMax = 100

/** Parses the inputs of an endpoint once; refuses with every fault found, up to a hundred. */
export function inputReader(operation: Operation): (raw: RawInput) => Input {
  const readParams = paramsReader(operation)
  const readQuery = queryReader(operation)
  const readBody = bodyReader(operation)
  return (raw) => {
    const faults: Fault[] = []
    const params = readParams(raw.pathValues, faults)
    const query = readQuery(raw.queryText, faults)
    const body = readBody(raw, faults)
    if (faults.length > 0) {
      throw new Problem('invalid_input', { faults: faults.slice(0, faultsMax) })
    }
    return { params, query, body }
  }
}

/** The path parameters by name. */
export function pathValueReader(path: string) {
  const names = parameterNames(path)
  return (values: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}

type Reader<T> = (raw: T, faults: Fault[]) => unknown

const nothing = () => undefined

/** Path parameters stay text. */
function paramsReader({ params, wire }: Operation): Reader<Readonly<Record<string, string>>> {
  if (params === undefined) return nothing
  return checker(params, { source: 'path', wirePath: namesOn(wire) })
}

function queryReader({ query, wire }: Operation): Reader<string> {
  if (query === undefined) return nothing
  const codec = queryCodec(query, wire)
  const names = namesOn(wire)
  // Faults of repeated query keys are reported for the parameter, not for an index.
  const wirePath: WirePath = (path) => names(path.filter((step) => typeof step !== 'number'))
  const check = checker(query, { source: 'query', wirePath })
  return (text, faults) => {
    if (text === '') return check({}, faults)
    const pairs = [...new URLSearchParams(text)]
    if (!pairs.every((pair) => pair.every(isStorable))) throw new Problem('unstorable_text')
    return check(codec.read(pairs), faults)
  }
}

function bodyReader({
  body,
  wire,
  accepts = 'json',
  readBodyQuickly,
}: Operation): Reader<RawInput> {
  if (body === undefined) return nothing
  const codec = wireCodec(body, wire)
  const check = checker(body, { source: 'body', wirePath: codec.wirePath })
  return (raw, faults) => {
    const sent = parseBody(raw.body, raw.contentType, accepts)
    const usual = readBodyQuickly?.(sent)
    if (usual !== undefined) return usual
    const unknown: UnknownField[] = []
    const value = check(codec.decode(sent, unknown), faults)
    faults.push(...unknown.map(unknownFault))
    return value
  }
}

type WirePath = (path: readonly PropertyKey[]) => (string | number)[]

const namesOn =
  (wire: Wire): WirePath =>
  (path) =>
    path.map((step, depth) =>
      typeof step === 'number'
        ? step
        : wire === 'billing' && depth === 0
          ? snakeCase(String(step))
          : String(step),
    )

function checker(
  schema: Schema,
  { source, wirePath }: { source: FaultSource; wirePath: WirePath },
): Reader<unknown> {
  return (value, faults) => {
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    // Parsed again only to build the messages: most inputs are valid and should not pay for them.
    const { error } = z.safeParse(schema, value, faultParsing)
    faults.push(...faultsOf(error?.issues ?? [], source, wirePath))
    return undefined
  }
}

const unknownFault = ({ path, nearest }: UnknownField): Fault => ({
  loc: ['body', ...path],
  msg:
    `Unknown field '${String(path.at(-1))}'` +
    (nearest === null ? '' : `. Did you mean '${nearest}'?`),
  type: 'extra_forbidden',
})
