import type { TimelineEntry } from '@guildhall/contract/customers/timeline'
import type { TimelineFields, TimelineObject, TimelineTypes } from '../../../kernel/timeline.ts'

type Change = TimelineEntry['changes'][number]
type Scalar = Change['before']

export const customerTimeline: TimelineTypes = {
  'customer.created': { title: () => 'Customer created' },
  'customer.updated': {
    title: (_, changes) => changedTitle(changes),
    fields: {
      email: 'Email address',
      email_verified: 'Email address verified',
      name: 'Name',
      external_id: 'External ID',
      billing_address: {
        name: 'Billing address',
        parts: { line1: 'first line', line2: 'second line', postal_code: 'postal code' },
      },
      tax_id: 'Tax ID',
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

/** Lists nothing if the previous version is unknown. */
export function listChanges(
  fields: TimelineFields,
  before: TimelineObject | null,
  after: TimelineObject,
): Change[] {
  if (before === null) return []
  return Object.entries(fields).flatMap(([name, field]) => {
    if (typeof field !== 'string' && 'text' in field) {
      const isSame = scalarOf(before[name]) === scalarOf(after[name])
      const texts = { before: field.text(before), after: field.text(after) }
      return isSame ? [] : [{ field: name, label: field.name, ...texts }]
    }
    const { name: label, parts } = typeof field === 'string' ? { name: field, parts: {} } : field
    const was = valuesIn(before[name])
    const is = valuesIn(after[name])
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((path) => (was.get(path) ?? null) !== (is.get(path) ?? null))
      .map((path) => ({
        field: path === '' ? name : `${name}.${path}`,
        label: path === '' ? label : `${label}, ${partName(parts, path)}`,
        before: was.get(path) ?? null,
        after: is.get(path) ?? null,
      }))
  })
}

const partName = (parts: Readonly<Record<string, string>>, path: string): string =>
  Object.hasOwn(parts, path) ? (parts[path] ?? path) : path

/** The values of a field by path; the path of a plain field is empty. */
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
