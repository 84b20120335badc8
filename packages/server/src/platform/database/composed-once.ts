import { CompiledQuery } from 'kysely'
import { assert } from '../../kernel/assert.ts'

/** What a statement of this shape is given, in the order in which it names it. */
type Compose = (
  parameters: readonly unknown[],
  compose: () => CompiledQuery,
  shape?: string,
) => CompiledQuery

/**
 * Composing a wide statement costs more than asking it. Where its text depends on nothing but a
 * shape, such as which columns are written, it's composed the first time only.
 */
export function composedOnce(): Compose {
  const texts = new Map<string, string>()
  return (parameters, compose, shape = '') => {
    const known = texts.get(shape)
    if (known !== undefined) return CompiledQuery.raw(known, [...parameters])
    const composed = compose()
    const isSame = composed.parameters.every((value, place) => value === parameters[place])
    assert(isSame && composed.parameters.length === parameters.length, 'it is given what it names')
    texts.set(shape, composed.sql)
    return composed
  }
}

interface Written {
  /** Which columns are written. */
  readonly shape: string
  readonly values: readonly unknown[]
}

/** What is undefined isn't written. */
export function written(row: object): Written {
  const given = Object.entries<unknown>({ ...row }).filter(([, value]) => value !== undefined)
  return { shape: given.map(([name]) => name).join(), values: given.map(([, value]) => value) }
}
