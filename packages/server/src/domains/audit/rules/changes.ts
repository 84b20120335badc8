import { isSame } from '../../../kernel/json-equality.ts'
import type { JsonObject, JsonValue } from '../../../kernel/json-value.ts'
import { keptValue } from './redaction.ts'

/** One field of an object. A value that is absent isn’t known, or there is none. */
export interface Change {
  readonly field: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

export interface ChangedObject {
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly after: JsonObject
  /** Null where it isn’t known. */
  readonly before: JsonObject | null
  /** The fields that the call named: all that is known to be set without an earlier state. */
  readonly named: readonly string[]
}

/** The entry itself has these, or every update changes them. */
const uninteresting: readonly string[] = [
  'id',
  'organization_id',
  'organizationId',
  'created_at',
  'createdAt',
  'modified_at',
  'modifiedAt',
  'updatedAt',
]

/** What an operation did to an object, field by field. */
export function changesOf({ kind, before, after, named }: ChangedObject): Change[] {
  const fields = Object.keys(after).filter((field) => !uninteresting.includes(field))
  return fields.flatMap((field): Change[] => {
    const now = after[field] ?? null
    if (kind !== 'updated') {
      if (isEmpty(now)) return []
      const kept = keptValue(field, now)
      return [kind === 'created' ? { field, after: kept } : { field, before: kept }]
    }
    const earlier = before?.[field]
    if (earlier === undefined) {
      return named.includes(field) ? [{ field, after: keptValue(field, now) }] : []
    }
    if (isSame(earlier, now)) return []
    return [{ field, before: keptValue(field, earlier), after: keptValue(field, now) }]
  })
}

/** What a call asked for, where no object says what became of it. */
export const requestedChanges = (input: JsonObject): Change[] =>
  Object.entries(input).map(([field, value]) => ({ field, after: keptValue(field, value) }))

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/**
 * Of more objects than have entries of their own: how many there were, and from which day to which,
 * where each is of a day.
 */
export function summaryOf(objects: readonly JsonObject[], entries: number): Change[] {
  const days = objects.flatMap(({ day }) => (typeof day === 'string' ? [day] : [])).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const areOfDays = days.length === objects.length && first !== undefined && last !== undefined
  return [
    { field: 'objects', after: objects.length },
    { field: 'objects_with_entries', after: entries },
    ...(areOfDays
      ? [
          { field: 'first_day', after: first },
          { field: 'last_day', after: last },
        ]
      : []),
  ]
}
