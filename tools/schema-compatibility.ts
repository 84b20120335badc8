// Whether code that was written for a schema can work on the next one.
import { keyOf, type Thing } from './schema-things.ts'

/** What the next schema takes from the code of the one before, or demands of it. */
export function narrowings(before: readonly Thing[], after: readonly Thing[]): string[] {
  const earlier = new Map(before.map((thing) => [keyOf(thing), thing]))
  const later = new Map(after.map((thing) => [keyOf(thing), thing]))
  return [
    ...before.flatMap((thing) => changes(thing, later.get(keyOf(thing)))),
    ...after
      .filter((thing) => !earlier.has(keyOf(thing)) && isTable(earlier, thing.of))
      .flatMap((thing) => demands(thing, { earlier, later })),
  ]
}

type Things = ReadonlyMap<string, Thing>

const isTable = (things: Things, name: string): boolean => things.has(`table ${name}.`)

function changes(thing: Thing, next: Thing | undefined): string[] {
  const what = nameOf(thing)
  if (next === undefined) return isLoosened(thing) ? [] : [`${what} is gone`]
  switch (thing.kind) {
    case 'column':
      return [
        ...(next.text === thing.text ? [] : [`${what} is ${next.text}, and was ${thing.text}`]),
        ...(next.isRequired && !thing.isRequired ? [`${what} must not be null anymore`] : []),
        ...(thing.isFilled && next.isRequired && !next.isFilled
          ? [`${what} has no default anymore`]
          : []),
      ]
    case 'constraint':
      return widens(thing.text, next.text) ? [] : [`${what} is another one`]
    default:
      return next.text === thing.text ? [] : [`${what} is another one`]
  }
}

/** Without it, all that was written before may be written, too. */
const isLoosened = ({ kind, text }: Thing): boolean =>
  kind === 'constraint' && !/^(?:UNIQUE|PRIMARY KEY|EXCLUDE)/.test(text)

const list = /ARRAY\[([^\]]*)\]/g

/** Whether only values were added to its lists. */
function widens(one: string, other: string): boolean {
  if (one.replaceAll(list, '') !== other.replaceAll(list, '')) return false
  const [former, current] = [one, other].map((text) =>
    [...text.matchAll(list)].map(([, values = '']) => values.split(', ')),
  )
  return (former ?? []).every((values, at) =>
    values.every((value) => current?.[at]?.includes(value) === true),
  )
}

/** What a table of before demands now. */
function demands(
  thing: Thing,
  schemas: { readonly earlier: Things; readonly later: Things },
): string[] {
  const what = nameOf(thing)
  switch (thing.kind) {
    case 'column':
      return thing.isRequired && !thing.isFilled ? [`${what} needs a value`] : []
    case 'constraint':
    case 'index':
      return isAboutNewOnly(thing, schemas) ? [] : [`${what} is new`]
    case 'trigger':
      return [`${what} is new`]
    default:
      return []
  }
}

/** Whether rows satisfy it that give its new columns no values. */
function isAboutNewOnly(
  { of, text, columns }: Thing,
  { earlier, later }: { readonly earlier: Things; readonly later: Things },
): boolean {
  const added = columns.filter((column) => !earlier.has(`column ${of}.${column}`))
  if (text.startsWith('CHECK')) return added.length > 0 && added.length === columns.length
  return added.some((column) => {
    const found = later.get(`column ${of}.${column}`)
    return found !== undefined && !found.isRequired && !found.isFilled
  })
}

const nameOf = ({ kind, of, name }: Thing): string =>
  kind === 'table'
    ? `${kind} ${of}`
    : kind === 'function'
      ? `${kind} ${name}`
      : `${kind} ${of}.${name}`
