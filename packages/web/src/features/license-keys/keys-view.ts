import {
  type LicenseKeyStatus,
  licenseKeyStatuses,
} from '@guildhall/contract/entitlements/license-key-shapes'
import { readListView } from '#/lib/list-view.ts'
import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

const sortable = ['created_at', 'expires_at', 'usage', 'last_validated_at'] as const
type KeySort = NonNullable<ReturnType<typeof readListView<(typeof sortable)[number]>>['sort']>

export const newestFirst = '-created_at'

/** The state of the table in the URL; omitted values are defaults. */
export interface KeysView {
  /** The page of the table, counted from 1. */
  keys?: number
  key_sort?: KeySort
  key_status?: LicenseKeyStatus
  /** The id of the saved view that was opened. */
  view?: string
  /** The id of the key whose dialog is open. */
  key?: string
}

export function readKeysView(search: SearchParameters): KeysView {
  const [keys, key] = [readPage(search['keys']), readText(search['key'])]
  const list = { sort: search['key_sort'], view: search['view'] }
  const { sort, view } = readListView(list, sortable)
  const status = licenseKeyStatuses.find((one) => one === search['key_status'])
  return {
    ...(keys && { keys }),
    ...(sort && { key_sort: sort }),
    ...(status && { key_status: status }),
    ...(view && { view }),
    ...(key && { key }),
  }
}
