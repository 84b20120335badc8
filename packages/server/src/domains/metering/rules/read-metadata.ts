import type { Filter } from '@guildhall/contract/metering/filters'
import type { Calculation } from '@guildhall/contract/metering/shapes'
import { distinct } from '../../../kernel/indexing.ts'
import { type MeteredEvent, metadataValue, placeOfProperty } from './event-property.ts'

interface ReadingMeter {
  readonly filter: Filter
  readonly calculation: Calculation
}

type Metadata = MeteredEvent['metadata']

/** The part of the metadata that these meters read: they count of it what they count of all. */
export function readMetadata(meters: readonly ReadingMeter[]): (metadata: Metadata) => Metadata {
  const properties = distinct(meters.flatMap(propertiesOf))
  const ways = properties
    .map(placeOfProperty)
    .flatMap((place) => ('ways' in place ? place.ways : []))
  return (metadata) => {
    const read: Record<string, unknown> = {}
    for (const way of ways) {
      const value = metadataValue(metadata, [way])
      if (value !== undefined) setAt(read, way, value)
    }
    return read
  }
}

const propertiesOf = ({ filter, calculation }: ReadingMeter): readonly string[] => [
  ...('property' in calculation ? [calculation.property] : []),
  ...filteredBy(filter),
]

const filteredBy = ({ clauses }: Filter): readonly string[] =>
  clauses.flatMap((clause) => ('clauses' in clause ? filteredBy(clause) : [clause.property]))

function setAt(into: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown) {
  if (key === undefined) return
  if (rest.length === 0) {
    into[key] = value
    return
  }
  const inner = into[key]
  const object = isRecord(inner) ? { ...inner } : {}
  into[key] = object
  setAt(object, rest, value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
