import type { Polar } from '@polar-sh/sdk'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAddress } from '../../../server/test/customers.ts'
import { newSlug } from '../../../server/test/owned-organization.ts'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()

type Sorting = 'created_at' | '-created_at'

interface Page {
  readonly ids: readonly string[]
  readonly maxPage: number
}

interface Query {
  readonly sorting: Sorting
  readonly limit: number
  readonly page?: number
}

/** A list that the official client pages through. */
interface List {
  readonly create: () => Promise<string>
  readonly remove: ((id: string) => Promise<unknown>) | null
  readonly pages: (query: Query) => AsyncIterable<Page>
}

interface ClientPage {
  readonly result: {
    readonly items: readonly { readonly id: string }[]
    readonly pagination: { readonly maxPage: number }
  }
}

async function* read(query: Promise<AsyncIterable<ClientPage>>): AsyncGenerator<Page> {
  for await (const { result } of await query) {
    yield { ids: result.items.map(({ id }) => id), maxPage: result.pagination.maxPage }
  }
}

const lists: Readonly<Record<string, (polar: Polar) => List>> = {
  customers: ({ customers }) => ({
    create: async () => (await customers.create({ email: newAddress() })).id,
    remove: (id) => customers.delete({ id }),
    pages: ({ sorting, ...query }) => read(customers.list({ ...query, sorting: [sorting] })),
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
    pages: ({ sorting, ...query }) => read(meters.list({ ...query, sorting: [sorting] })),
  }),
}

async function newList(of: (polar: Polar) => List): Promise<List> {
  const seller = await newSeller(site, newSlug())
  const { token } = await newToken(seller, ['customers:write', 'meters:write'])
  return of(asBackend(site, token))
}

/** Creates objects one after another. */
async function createSome(list: List, some: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < some) ids.push(await list.create())
  return ids
}

/** Reads all pages and runs a task between them. */
async function readPages(
  list: List,
  query: Query,
  meanwhile: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for await (const page of list.pages(query)) {
    seen.push(...page.ids)
    await meanwhile(page)
  }
  return seen
}

/** Reads from the last page to the first, each sorted by age. */
async function readPagesBackwards(
  list: List,
  limit: number,
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  const pageAt = async (page: number): Promise<Page> => {
    for await (const one of list.pages({ sorting: 'created_at', limit, page })) return one
    return expect.fail('a list has at least one page')
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
/** How many objects are created after each page. */
const arrivals = fc.array(fc.nat({ max: 3 }), { maxLength: 6 })
const fewRuns = { numRuns: 8 }

describe.each(Object.entries(lists))('paging through %s', (_title, of) => {
  it('by age returns each object once, including those created meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, limits, arrivals, async (size, limit, arriving) => {
        const list = await newList(of)
        const there = await createSome(list, size)
        const left = [...arriving]
        let existedThen: readonly string[] = []
        const seen = await readPages(list, { sorting: 'created_at', limit }, async () => {
          existedThen = [...there]
          there.push(...(await createSome(list, left.shift() ?? 0)))
        })
        expect(seen).toEqual(existedThen)
      }),
      fewRuns,
    )
  })

  it('from the newest misses none, though some may repeat', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, limits, arrivals, async (size, limit, arriving) => {
        const list = await newList(of)
        const there = await createSome(list, size)
        const left = [...arriving]
        const seen = await readPages(list, { sorting: '-created_at', limit }, () =>
          createSome(list, left.shift() ?? 0),
        )
        expect(missing(there, seen)).toEqual([])
      }),
      fewRuns,
    )
  })

  it('backwards misses none while objects are created and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        sizes,
        limits,
        arrivals,
        fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
        async (size, limit, arriving, deleting) => {
          const list = await newList(of)
          const known = await createSome(list, size)
          const there = [...known]
          const left = { arriving: [...arriving], deleting: [...deleting] }
          const seen = await readPagesBackwards(list, limit, async () => {
            there.push(...(await createSome(list, left.arriving.shift() ?? 0)))
            const deleted = there[left.deleting.shift() ?? -1]
            if (deleted === undefined || list.remove === null) return
            there.splice(there.indexOf(deleted), 1)
            await list.remove(deleted)
          })
          const stayed = known.filter((id) => there.includes(id))
          expect(missing(stayed, seen)).toEqual([])
        },
      ),
      fewRuns,
    )
  })

  describe('while many are created in parallel', () => {
    let list: List
    let known: string[]

    beforeAll(async () => {
      list = await newList(of)
      known = await createSome(list, 20)
      // Objects created from here on are newer.
      site.advanceTime(1)
    })

    const whileCreating = async (act: () => Promise<string[]>): Promise<string[]> => {
      const crowds = Array.from({ length: 3 }, () => createSome(list, 10))
      const [seen] = await Promise.all([act(), ...crowds])
      return seen
    }

    const nothing = () => Promise.resolve()

    it('by age returns each earlier object once', async () => {
      const seen = await whileCreating(() =>
        readPages(list, { sorting: 'created_at', limit: 3 }, nothing),
      )
      expect(seen.slice(0, known.length)).toEqual(known)
      expect(seen.slice(known.length).filter((id) => known.includes(id))).toEqual([])
    })

    it('from the newest returns every earlier object', async () => {
      const seen = await whileCreating(() =>
        readPages(list, { sorting: '-created_at', limit: 3 }, nothing),
      )
      expect(missing(known, seen)).toEqual([])
    })

    it('backwards returns every earlier object', async () => {
      const seen = await whileCreating(() => readPagesBackwards(list, 3, nothing))
      expect(missing(known, seen)).toEqual([])
    })
  })
})
