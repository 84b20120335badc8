import * as z from 'zod/mini'
import { metadataKeyLengthMax, metadataKeysMax } from '../primitives.ts'

export const listLimitDefault = 10
/** Larger values are refused: clients take a page that is shorter than they asked for as the last. */
export const listLimitMax = 1000
/** Beyond the last page of any list, but within the range of the database's integers. */
const pageMax = 1_000_000_000
const filterValuesMax = 100

export interface Sorting<K extends string = string> {
  readonly by: K
  readonly descending: boolean
}

type Directed<K extends string> = K | `-${K}`

/** The number of items on a page. */
export const pageLimit = (byDefault: number) =>
  z._default(z.int().check(z.minimum(1), z.maximum(listLimitMax)), byDefault)

/**
 * The query parameters of every list: the page, its size and the sorting. The sort keys are API
 * names, and a leading hyphen sorts in descending order. The first argument lists all keys, the
 * second the default sorting.
 */
export const listing = <const K extends string>(
  sortable: readonly [K, ...K[]],
  byDefault: readonly Directed<NoInfer<K>>[],
) => ({
  page: z._default(z.int().check(z.minimum(1), z.maximum(pageMax)), 1),
  limit: pageLimit(listLimitDefault),
  sorting: z.prefault(
    z.pipe(
      z.array(z.literal(directed(sortable))).check(z.maxLength(sortable.length)),
      z.transform((asked) => asked.map((one) => sortingOf<K>(one))),
    ),
    [...byDefault],
  ),
})

const directed = <K extends string>(sortable: readonly K[]): Directed<K>[] =>
  sortable.flatMap((key): Directed<K>[] => [key, `-${key}`])

function sortingOf<K extends string>(asked: Directed<K>): Sorting<K>
function sortingOf(asked: string): Sorting {
  const descending = asked.startsWith('-')
  return { by: descending ? asked.slice(1) : asked, descending }
}

/** One or several values, any of which may match. */
export const anyOf = <S extends z.core.$ZodType>(value: S) =>
  z.optional(z.array(value).check(z.maxLength(filterValuesMax)))

/**
 * `metadata[key]=value` compares the stored value as text. Any of several texts for a key may match,
 * but every key must.
 */
export const metadataFilterWith = (keyLengthMax: number) =>
  z.optional(
    z.pipe(
      z
        .record(
          z.string().check(z.minLength(1), z.maxLength(keyLengthMax)),
          z.union([z.string(), z.array(z.string()).check(z.maxLength(filterValuesMax))]),
        )
        .check(
          z.refine((filter) => Object.keys(filter).length <= metadataKeysMax, {
            error: `At most ${metadataKeysMax} keys`,
          }),
        ),
      z.transform((filter) =>
        Object.entries(filter).map(([key, texts]) => ({ key, texts: [texts].flat() })),
      ),
    ),
  )

export const metadataFilter = metadataFilterWith(metadataKeyLengthMax)

/** A page of a list with the total count. */
export const listOf = <S extends z.core.$ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ totalCount: z.int(), maxPage: z.int() }),
  })
