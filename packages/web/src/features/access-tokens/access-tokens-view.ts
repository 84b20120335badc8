import { isScope, type Scope } from '@guildhall/contract/organizations/scopes'
import { type ListView, readListView } from '#/lib/list-view.ts'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'comment', 'last_used_at'] as const

export const newestFirst = '-created_at'

export type AccessTokensView = ListView<(typeof sortable)[number]>

/** Parses the URL and ignores invalid values. */
export const readAccessTokensView = (search: SearchParameters): AccessTokensView =>
  readListView({ sort: search['sort'], page: search['page'] }, sortable)

export const expiries = ['7', '30', '90', '365', 'never'] as const

/** In days. */
export type Expiry = (typeof expiries)[number]

/** An unfinished form, kept in the URL while the user signs in again. */
export interface AccessTokenDraft {
  name?: string
  /** Joined by commas. */
  scopes?: string
  expires?: Expiry
}

export function readAccessTokenDraft(search: SearchParameters): AccessTokenDraft {
  const name = readText(search['name'])
  const scopes = readText(search['scopes'])
  const expires = expiries.find((one) => one === readText(search['expires']))
  return { ...(name && { name }), ...(scopes && { scopes }), ...(expires && { expires }) }
}

export const draftScopes = ({ scopes = '' }: AccessTokenDraft): Scope[] =>
  scopes.split(',').filter(isScope)
