import { type AuditActorType, auditActorTypes } from '@guildhall/contract/audit/audit-shapes'
import { type ListView, readListView } from '#/lib/list-view.ts'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import { addDays, type Day, startOfDay } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

const sortable = ['created_at'] as const

export const newestFirst = '-created_at'

/** The state of the log in the URL; omitted filters match all. */
export interface AuditView extends ListView<(typeof sortable)[number]> {
  actor?: AuditActorType
  /** A user, an operator or an access token, by id. */
  by?: string
  action?: string
  /** A kind of object. */
  kind?: string
  /** An object, by id. */
  object?: string
  /** The first and the last day; both or neither. */
  from?: Day
  to?: Day
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const word = /^\w{1,100}$/

/** Parses the URL and ignores invalid values. */
export function readAuditView(search: SearchParameters): AuditView {
  const { q: _, ...list } = readListView(search, sortable)
  const actor = auditActorTypes.find((one) => one === search['actor'])
  const by = readText(search['by'])
  const action = readText(search['action'])
  const kind = readText(search['kind'])
  const object = readText(search['object'])
  return {
    ...list,
    ...(actor && { actor }),
    ...(by && uuid.test(by) && { by }),
    ...(action && word.test(action) && { action }),
    ...(kind && word.test(kind) && { kind }),
    ...(object && object.length <= 100 && { object }),
    ...readDays(search),
  }
}

/** The filters of a view as the API has them; days are the reader’s. */
export const auditFilters = ({ actor, by, action, kind, object, from, to }: AuditView) => ({
  ...(actor && { actorType: [actor] }),
  ...(by && { actorId: [by] }),
  ...(action && { action: [action] }),
  ...(kind && { objectType: [kind] }),
  ...(object && { objectId: [object] }),
  ...(from && { from: startOfDay(from).toISOString() }),
  ...(to && { to: startOfDay(addDays(to, 1)).toISOString() }),
})
