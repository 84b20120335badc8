import * as z from 'zod/mini'
import { metadataKeyLengthMax, metadataKeysMax } from '../primitives.ts'

export const listLimitDefault = 10
/** Who asks for more gets as many. */
export const listLimitMax = 100
/** Far behind the last page of any list, and no number that the database couldn't hold. */
const pageMax = 1_000_000_000
const filterValuesMax = 100

export interface Sorting<K extends string = string> {
  readonly by: K
  readonly descending: boolean
}

type Directed<K extends string> = K | `-${K}`

/**
 * What every list of the billing API takes: which page of how many, and in which order. The names
 * to sort by are those of the wire; a hyphen in front means descending, and the first list says
 * them all, the second what holds where nothing is asked for.
 */
export const listing = <const K extends string>(
  sortable: readonly [K, ...K[]],
  byDefault: readonly Directed<NoInfer<K>>[],
) => ({
  page: z._default(z.int().check(z.minimum(1), z.maximum(pageMax)), 1),
  limit: z._default(
    z.int().check(
      z.minimum(1),
      z.overwrite((asked) => Math.min(asked, listLimitMax)),
    ),
    listLimitDefault,
  ),
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

/** One value or many, of which any may match. */
export const anyOf = <S extends z.core.$ZodType>(value: S) =>
  z.optional(z.array(value).check(z.maxLength(filterValuesMax)))

/**
 * `metadata[key]=value`: the stored value reads as the text given. Of several texts for a key any
 * may match, and every key must.
 */
export const metadataFilter = z.optional(
  z.pipe(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(metadataKeyLengthMax)),
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

/** A page of a list, and how much there is of it altogether. */
export const listOf = <S extends z.core.$ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ totalCount: z.int(), maxPage: z.int() }),
  })
