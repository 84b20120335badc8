import type { Endpoint } from '@guildhall/contract/endpoint'
import type { Door } from './doors.ts'
import { idPlaces } from './id-places.ts'

/** Ids in a body that name something, and not the place where it happens. */
const referencesOf = ({ body }: Endpoint): string[] =>
  idPlaces(body).filter((place) => place !== 'organization_id')

/** Every endpoint has its door, with a body for every id that it takes, and no door is left over. */
export function doorFaults(
  endpoints: readonly Endpoint[],
  doors: Readonly<Record<string, Door>>,
): string[] {
  const names = endpoints.map(({ name }) => name)
  return [
    ...endpoints.flatMap((endpoint) => faultsAt(endpoint, doors[endpoint.name])),
    ...Object.keys(doors)
      .filter((name) => !names.includes(name))
      .map((name) => `${name}: is a door to nowhere`),
  ]
}

function faultsAt(endpoint: Endpoint, door: Door | undefined): string[] {
  const { name, params, body } = endpoint
  if (door === undefined) return [`${name}: has no door`]
  const known = Object.keys(door.references ?? {})
  return [
    ...(params !== undefined && door.params === undefined ? [`${name}: needs its params`] : []),
    ...(body !== undefined && door.body === undefined ? [`${name}: needs a body`] : []),
    ...referencesOf(endpoint)
      .filter((place) => !known.includes(place))
      .map((place) => `${name}: needs a body with somebody else’s ${place}`),
  ]
}
