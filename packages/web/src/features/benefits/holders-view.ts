import { grantStatuses } from '@guildhall/contract/entitlements/grant-shapes'
import { readPage, type SearchParameters } from '#/lib/search-parameters.ts'

type GrantStatus = (typeof grantStatuses)[number]

/** The state of the table in the URL; omitted values are defaults. */
export interface HoldersView {
  /** Also those who lost it, or only one status; by default all who hold it or are to get it. */
  holders?: 'all' | GrantStatus
  /** Counted from 1. */
  page?: number
}

export function readHoldersView(search: SearchParameters): HoldersView {
  const page = readPage(search['page'])
  const holders = (['all', ...grantStatuses] as const).find((one) => one === search['holders'])
  return { ...(holders && { holders }), ...(page && { page }) }
}

/** What wasn’t revoked. */
export const currentStatuses = grantStatuses.filter((status) => status !== 'revoked')

/** The statuses that are listed; undefined for all. */
export function statusesIn({ holders }: HoldersView): GrantStatus[] | undefined {
  if (holders === undefined) return currentStatuses
  return holders === 'all' ? undefined : [holders]
}
