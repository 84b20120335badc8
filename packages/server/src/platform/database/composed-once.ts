import { CompiledQuery, type Kysely } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

interface Asked<Row> extends Given {
  readonly compose: () => CompiledQuery<Row>
}

interface Given {
  /** What the statement is given, in the order in which it names it. */
  readonly parameters: readonly unknown[]
  /** What its text depends on, where it does, such as which columns are written. */
  readonly shape?: string
}

/** Answers the first row. */
type Ask = <Row>(db: Kysely<Tables>, asked: Asked<Row>) => Promise<Row | undefined>

/**
 * Composing a wide statement costs more than asking it. Where its text depends on nothing but a
 * shape, it's composed the first time only.
 */
export function composedOnce(): Ask {
  const texts = new Map<string, string>()
  return async <Row>(db: Kysely<Tables>, { parameters, compose, shape = '' }: Asked<Row>) => {
    const known = texts.get(shape)
    const query =
      known === undefined
        ? agreeing(compose(), parameters)
        : CompiledQuery.raw(known, [...parameters])
    texts.set(shape, query.sql)
    const { rows } = await db.executeQuery<Row>(query)
    return rows[0]
  }
}

function agreeing<Row>(
  composed: CompiledQuery<Row>,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  const isSame = composed.parameters.every((value, place) => value === parameters[place])
  assert(isSame && composed.parameters.length === parameters.length, 'it is given what it names')
  return composed
}

/** The columns of a row and what stands in them; what is undefined isn't written. */
export function written(row: object): Required<Given> {
  const given = Object.entries<unknown>({ ...row }).filter(([, value]) => value !== undefined)
  return {
    shape: given.map(([name]) => name).join(),
    parameters: given.map(([, value]) => value),
  }
}
