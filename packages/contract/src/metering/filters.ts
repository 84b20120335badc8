import * as z from 'zod/mini'
import { metadataTextLengthMax } from '../primitives.ts'

export const filterConjunctions = ['and', 'or'] as const

export const filterOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const

/** How deep filters may be nested, counting the outermost. */
export const filterDepthMax = 8
/** In a whole filter, at every depth; a nested filter counts as a clause too. */
export const filterClausesMax = 100
const propertyLengthMax = 128

/** A key of an event’s metadata, or a field that every event has. */
export const eventProperty = z.string().check(z.minLength(1), z.maxLength(propertyLengthMax))

/** Types are never coerced: `"5"` does not equal 5, nor `"true"` true. */
const FilterClause = z.strictObject({
  property: eventProperty,
  operator: z.enum(filterOperators),
  value: z.union([z.string().check(z.maxLength(metadataTextLengthMax)), z.int(), z.boolean()]),
})

/** Selects events. A filter without clauses matches every event. */
export const Filter = z.strictObject({
  conjunction: z.enum(filterConjunctions),
  get clauses(): z.ZodMiniArray<z.ZodMiniUnion<readonly [typeof FilterClause, typeof Filter]>> {
    return z.array(
      z.union([FilterClause, Filter], {
        error: 'Input should be a clause (property, operator, value) or a filter of clauses',
      }),
    )
  },
})

export type Filter = z.output<typeof Filter>

Filter.register(z.globalRegistry, { id: 'MeterFilter' })

/** Limited in size, because it is evaluated over many events at once. */
export const filterInput = z
  .lazy(() => Filter)
  .check((context) => {
    const fault = sizeFault(context.value)
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
  })

/** The first clause, in reading order, that is nested too deep or exceeds the limit. */
function sizeFault(filter: Filter): { path: Path; message: string } | null {
  let count = 0
  for (const { clause, path, depth } of clausesIn(filter, [], 1)) {
    count += 1
    if (count > filterClausesMax) {
      return { path, message: `A filter can have at most ${filterClausesMax} clauses in all` }
    }
    if ('clauses' in clause && depth === filterDepthMax) {
      return { path, message: `Filters can be nested at most ${filterDepthMax} deep` }
    }
  }
  return null
}

type Path = (string | number)[]

interface FoundClause {
  readonly clause: Filter['clauses'][number]
  readonly path: Path
  readonly depth: number
}

function* clausesIn({ clauses }: Filter, path: Path, depth: number): Generator<FoundClause> {
  for (const [index, clause] of clauses.entries()) {
    const clausePath = [...path, 'clauses', index]
    yield { clause, path: clausePath, depth }
    if ('clauses' in clause) yield* clausesIn(clause, clausePath, depth + 1)
  }
}
