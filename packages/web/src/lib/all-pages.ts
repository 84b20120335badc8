const perPage = 100
/** A limit, so that an organization with thousands of objects doesn’t block the page. */
const pagesMax = 10

interface Page<T> {
  items: readonly T[]
  pagination: { maxPage: number }
}

interface PageRequest {
  page: number
  limit: number
}

/** Loads all pages of a billing list, up to a limit, for a picker. */
export async function allPages<T>(load: (asked: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const { items, pagination } = await load({ page, limit: perPage })
    found.push(...items)
    if (page >= pagination.maxPage) break
  }
  return found
}
