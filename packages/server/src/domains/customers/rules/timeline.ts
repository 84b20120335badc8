import type { TimelineEntry } from '@guildhall/contract/customers/timeline'

type Change = TimelineEntry['changes'][number]
type Scalar = Change['before']

/** An object as an event tells it. */
export type Told = Readonly<Record<string, unknown>>

/** How one type of event reads in the timeline of a customer. */
interface TimelineType {
  readonly title: (object: Told, changes: readonly Change[]) => string
  /** Whose change is told: names on the wire, with what people call them. */
  readonly fields?: ToldFields
}

type ToldFields = Readonly<Record<string, string | ToldParts>>

/** A field of several parts, of which some have a better name than on the wire. */
interface ToldParts {
  readonly name: string
  readonly parts: Readonly<Record<string, string>>
}

/** By the names of the events: what isn't in it doesn't appear. */
export type TimelineTypes = Readonly<Record<string, TimelineType>>

export const customerTimeline: TimelineTypes = {
  'customer.created': { title: () => 'Customer created' },
  'customer.updated': {
    title: (_, changes) => changedTitle(changes),
    fields: {
      email: 'E-mail address',
      email_verified: 'E-mail address verified',
      name: 'Name',
      external_id: 'External id',
      billing_address: {
        name: 'Billing address',
        parts: { line1: 'first line', line2: 'second line', postal_code: 'postal code' },
      },
      tax_id: 'Tax id',
      metadata: 'Metadata',
    },
  },
  'customer_session.created': { title: () => 'Portal link created' },
}

/** “Name, billing address and metadata changed”. */
function changedTitle(changes: readonly Change[]): string {
  const parts = [...new Set(changes.map(({ label }) => label.split(', ')[0] ?? label))]
  if (parts.length === 0) return 'Customer changed'
  const words = parts.map((part, at) => (at === 0 ? part : lowerFirst(part)))
  const last = words.pop() ?? ''
  return `${words.length === 0 ? last : `${words.join(', ')} and ${last}`} changed`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What is different, value by value; nothing where nobody knows what it was before. */
export function changesTold(fields: ToldFields, before: Told | null, after: Told): Change[] {
  if (before === null) return []
  return Object.entries(fields).flatMap(([name, field]) => {
    const { name: words, parts } = typeof field === 'string' ? { name: field, parts: {} } : field
    const was = valuesIn(before[name])
    const is = valuesIn(after[name])
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((path) => (was.get(path) ?? null) !== (is.get(path) ?? null))
      .map((path) => ({
        field: path === '' ? name : `${name}.${path}`,
        label: path === '' ? words : `${words}, ${partName(parts, path)}`,
        before: was.get(path) ?? null,
        after: is.get(path) ?? null,
      }))
  })
}

const partName = (parts: ToldParts['parts'], path: string): string =>
  Object.hasOwn(parts, path) ? (parts[path] ?? path) : path

/** The single values of a field: the field itself, or the parts of an object. */
function valuesIn(value: unknown): ReadonlyMap<string, Scalar> {
  if (Array.isArray(value)) return new Map([['', value.join(', ')]])
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([part, one]) => [part, scalarOf(one)]))
  }
  return value == null ? new Map() : new Map([['', scalarOf(value)]])
}

function scalarOf(value: unknown): Scalar {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}
