import type { Polar } from '@polar-sh/sdk'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress } from '../../../server/test/customers.ts'
import { newSlug } from '../../../server/test/founding.ts'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()

type Sorting = 'created_at' | '-created_at'

interface Page {
  readonly ids: readonly string[]
  readonly maxPage: number
}

interface Asked {
  readonly sorting: Sorting
  readonly limit: number
  readonly page?: number
}

/** A list of something, as the official client walks it. */
interface List {
  readonly create: () => Promise<string>
  readonly remove: ((id: string) => Promise<unknown>) | null
  readonly pages: (asked: Asked) => AsyncIterable<Page>
}

interface ClientPage {
  readonly result: {
    readonly items: readonly { readonly id: string }[]
    readonly pagination: { readonly maxPage: number }
  }
}

async function* read(asked: Promise<AsyncIterable<ClientPage>>): AsyncGenerator<Page> {
  for await (const { result } of await asked) {
    yield { ids: result.items.map(({ id }) => id), maxPage: result.pagination.maxPage }
  }
}

const lists: Readonly<Record<string, (polar: Polar) => List>> = {
  customers: ({ customers }) => ({
    create: async () => (await customers.create({ email: newAddress() })).id,
    remove: (id) => customers.delete({ id }),
    pages: ({ sorting, ...asked }) => read(customers.list({ ...asked, sorting: [sorting] })),
  }),
  meters: ({ meters }) => ({
    create: async () =>
      (
        await meters.create({
          name: 'Same name',
          filter: { conjunction: 'and', clauses: [] },
          aggregation: { func: 'count' },
        })
      ).id,
    remove: null,
    pages: ({ sorting, ...asked }) => read(meters.list({ ...asked, sorting: [sorting] })),
  }),
}

async function newList(of: (polar: Polar) => List): Promise<List> {
  const seller = await newSeller(site, newSlug())
  const { token } = await newToken(seller, ['customers:write', 'meters:write'])
  return of(asBackend(site, token))
}

/** One after another. */
async function createSome(list: List, some: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < some) ids.push(await list.create())
  return ids
}

/** All pages up to the end, and what was done before the next one was read. */
async function walk(
  list: List,
  asked: Asked,
  meanwhile: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for await (const page of list.pages(asked)) {
    seen.push(...page.ids)
    await meanwhile(page)
  }
  return seen
}

/** From the last page to the first, the oldest first on each. */
async function walkBack(
  list: List,
  limit: number,
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  const pageAt = async (page: number): Promise<Page> => {
    for await (const one of list.pages({ sorting: 'created_at', limit, page })) return one
    return expect.fail('there is a first page at least')
  }
  const seen: string[] = []
  for (let page = (await pageAt(1)).maxPage; page > 0; page--) {
    seen.push(...(await pageAt(page)).ids)
    await meanwhile()
  }
  return seen
}

const missing = (known: readonly string[], seen: readonly string[]): string[] =>
  known.filter((id) => !seen.includes(id))

const limits = fc.integer({ min: 1, max: 4 })
const sizes = fc.integer({ min: 1, max: 9 })
/** How many come in after each page, until nobody comes any more. */
const arrivals = fc.array(fc.nat({ max: 3 }), { maxLength: 6 })
const fewRuns = { numRuns: 8 }

describe.each(Object.entries(lists))('whoever walks the pages of %s', (_what, of) => {
  it('the oldest first sees each exactly once, with those who come in meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, limits, arrivals, async (size, limit, coming) => {
        const list = await newList(of)
        const there = await createSome(list, size)
        const left = [...coming]
        let thereThen: readonly string[] = []
        const seen = await walk(list, { sorting: 'created_at', limit }, async () => {
          thereThen = [...there]
          there.push(...(await createSome(list, left.shift() ?? 0)))
        })
        expect(seen).toEqual(thereThen)
      }),
      fewRuns,
    )
  })

  it('the newest first loses none, though some may come again', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, limits, arrivals, async (size, limit, coming) => {
        const list = await newList(of)
        const there = await createSome(list, size)
        const left = [...coming]
        const seen = await walk(list, { sorting: '-created_at', limit }, () =>
          createSome(list, left.shift() ?? 0),
        )
        expect(missing(there, seen)).toEqual([])
      }),
      fewRuns,
    )
  })

  it('from the last to the first loses none, whatever comes in or goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        sizes,
        limits,
        arrivals,
        fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
        async (size, limit, coming, going) => {
          const list = await newList(of)
          const known = await createSome(list, size)
          const there = [...known]
          const left = { coming: [...coming], going: [...going] }
          const seen = await walkBack(list, limit, async () => {
            there.push(...(await createSome(list, left.coming.shift() ?? 0)))
            const gone = there[left.going.shift() ?? -1]
            if (gone === undefined || list.remove === null) return
            there.splice(there.indexOf(gone), 1)
            await list.remove(gone)
          })
          const stayed = known.filter((id) => there.includes(id))
          expect(missing(stayed, seen)).toEqual([])
        },
      ),
      fewRuns,
    )
  })

  describe('while many come in at once', () => {
    let list: List
    let known: string[]

    beforeAll(async () => {
      list = await newList(of)
      known = await createSome(list, 20)
      // Whoever comes now comes later.
      site.pass(1)
    })

    const besides = async (act: () => Promise<string[]>): Promise<string[]> => {
      const crowds = Array.from({ length: 3 }, () => createSome(list, 10))
      const [seen] = await Promise.all([act(), ...crowds])
      return seen
    }

    const noOne = () => Promise.resolve()

    it('sees whoever was there exactly once, the oldest first', async () => {
      const seen = await besides(() => walk(list, { sorting: 'created_at', limit: 3 }, noOne))
      expect(seen.slice(0, known.length)).toEqual(known)
      expect(seen.slice(known.length).filter((id) => known.includes(id))).toEqual([])
    })

    it('sees them all, the newest first', async () => {
      const seen = await besides(() => walk(list, { sorting: '-created_at', limit: 3 }, noOne))
      expect(missing(known, seen)).toEqual([])
    })

    it('sees them all, from the last page to the first', async () => {
      const seen = await besides(() => walkBack(list, 3, noOne))
      expect(missing(known, seen)).toEqual([])
    })
  })
})
