import { type RawBuilder, sql } from 'kysely'
import { type BuiltIn, type PropertyPlace, placeOfProperty } from '../rules/event-property.ts'

/** The name in a statement of a relation with the columns name, source, timestamp and metadata. */
export type EventAlias = string

/** The value of a built-in property; of a timestamp the whole seconds since 1970. */
export const builtInColumn = (name: BuiltIn, alias: EventAlias): RawBuilder<unknown> =>
  name === 'timestamp'
    ? sql`floor(extract(epoch from ${columnOf(alias, name)}))`
    : columnOf(alias, name)

type MetadataPlace = Extract<PropertyPlace, { ways: unknown }>

/**
 * The JSON at a place in the metadata, or null. `->` with a text enters objects only, whereas `#>`
 * would enter lists too.
 */
export function metadataColumn({ ways }: MetadataPlace, alias: EventAlias): RawBuilder<unknown> {
  const values = ways.map((way) =>
    way.reduce((value, key) => sql`${value} -> ${key}::text`, columnOf(alias, 'metadata')),
  )
  return values.length === 1 ? sql`(${values[0]})` : sql`coalesce(${sql.join(values)})`
}

/** The value of a property as text: null where it is missing, or an object or a list. */
export function textInEvent(property: string, alias: EventAlias): RawBuilder<string | null> {
  const place = placeOfProperty(property)
  return 'builtIn' in place
    ? sql`${builtInColumn(place.builtIn, alias)}::text`
    : sql`${scalarText(metadataColumn(place, alias))}`
}

/** Null for what isn't a text, a number or a boolean. */
export const scalarText = (found: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${found})
  when 'number' then trim_scale(${found}::numeric)::text
  when 'string' then ${textOfJson(found)}
  when 'boolean' then ${textOfJson(found)} end`

export const textOfJson = (found: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${found} #>> '{}')`

const columnOf = (alias: EventAlias, name: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.${name}`)}`
