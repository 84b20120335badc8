import * as z from 'zod/mini'
import { metadataTextLengthMax } from '../primitives.ts'

export const filterConjunctions = ['and', 'or'] as const

export const filterOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const

/** How deep filters may lie in one another, the outermost counted. */
export const filterDepthMax = 8
/** In a whole filter, however they are nested; a nested filter is one as well. */
export const filterClausesMax = 100
const propertyLengthMax = 128

/** A name of the seller’s: of an event’s metadata, or one that every event has. */
export const eventProperty = z.string().check(z.minLength(1), z.maxLength(propertyLengthMax))

/** The kinds of value never stand for one another: `"5"` is no 5, and `"true"` is not true. */
const FilterClause = z.strictObject({
  property: eventProperty,
  operator: z.enum(filterOperators),
  value: z.union([z.string().check(z.maxLength(metadataTextLengthMax)), z.int(), z.boolean()]),
})

/** Which events count. No clauses at all are true of every event. */
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

/** As it’s read: no larger than can be asked of many events at once. */
export const filterInput = z
  .lazy(() => Filter)
  .check((context) => {
    const fault = excessOf(context.value)
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
  })

/** The first clause, in the order of reading, that lies too deep or is one too many. */
function excessOf(filter: Filter): { path: Path; message: string } | null {
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

interface Found {
  readonly clause: Filter['clauses'][number]
  readonly path: Path
  readonly depth: number
}

function* clausesIn({ clauses }: Filter, path: Path, depth: number): Generator<Found> {
  for (const [index, clause] of clauses.entries()) {
    const here = [...path, 'clauses', index]
    yield { clause, path: here, depth }
    if ('clauses' in clause) yield* clausesIn(clause, here, depth + 1)
  }
}
