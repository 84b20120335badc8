import { listLimitMax } from '@guildhall/contract/billing/listing'

/** So that one organization's thousands don't stop a page from opening. */
const pagesMax = 10

interface Page<T> {
  items: readonly T[]
  pagination: { maxPage: number }
}

interface PageAsked {
  page: number
  limit: number
}

/** All of a list of the billing API, as far as somebody would choose from it. */
export async function allPages<T>(load: (asked: PageAsked) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const { items, pagination } = await load({ page, limit: listLimitMax })
    found.push(...items)
    if (page >= pagination.maxPage) break
  }
  return found
}
