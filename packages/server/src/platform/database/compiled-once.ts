import { CompiledQuery, type Kysely } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Tables } from './db-types.gen.ts'

interface StatementInput<Row> extends Given {
  readonly compose: () => CompiledQuery<Row>
}

interface Given {
  /** The values of the statement, in the order of its parameters. */
  readonly parameters: readonly unknown[]
  /** What its text depends on, if anything, such as which columns are written. */
  readonly shape?: string
}

/** Returns the first row. */
type RunCompiled = <Row>(db: Kysely<Tables>, input: StatementInput<Row>) => Promise<Row | undefined>

/**
 * Compiling a wide statement costs more than running it, so each shape of a statement is compiled
 * only once.
 */
export function compiledOnce(): RunCompiled {
  const texts = new Map<string, string>()
  return async <Row>(
    db: Kysely<Tables>,
    { parameters, compose, shape = '' }: StatementInput<Row>,
  ) => {
    const known = texts.get(shape)
    const query =
      known === undefined
        ? withMatchingValues(compose(), parameters)
        : CompiledQuery.raw(known, [...parameters])
    texts.set(shape, query.sql)
    const { rows } = await db.executeQuery<Row>(query)
    return rows[0]
  }
}

function withMatchingValues<Row>(
  composed: CompiledQuery<Row>,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  const isSame = composed.parameters.every((value, place) => value === parameters[place])
  assert(
    isSame && composed.parameters.length === parameters.length,
    'the statement has one value per parameter',
  )
  return composed
}

/** Columns and values of a row to write; undefined values are left out. */
export function written(row: object): Required<Given> {
  const given = Object.entries<unknown>({ ...row }).filter(([, value]) => value !== undefined)
  return {
    shape: given.map(([name]) => name).join(),
    parameters: given.map(([, value]) => value),
  }
}
