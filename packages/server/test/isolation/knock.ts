import type { Endpoint } from '@guildhall/contract/endpoint'
import type { BillingAnswer, BillingCalls } from '../sellers.ts'
import type { Belongings } from './belongings.ts'
import type { Door, Request } from './doors.ts'
import { idPlaces } from './id-places.ts'

export function knock(
  calls: BillingCalls,
  { method, path }: Endpoint,
  { params = {}, query = {}, body = {} }: Request,
): Promise<BillingAnswer> {
  const place = path
    .replace(/^\/v1/, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams(query).toString()
  const target = asked === '' ? place : `${place}?${asked}`
  switch (method) {
    case 'GET':
      return calls.get(target)
    case 'POST':
      return calls.post(target, body)
    case 'PUT':
      return calls.put(target, body)
    case 'PATCH':
      return calls.patch(target, body)
    case 'DELETE':
      return calls.remove(target)
  }
}

/** What the door says: in the path what `owner` has, and in the body what `speaker` has. */
export const requestAt = (
  { params, body }: Door,
  owner: Belongings,
  speaker: Belongings,
): Request => ({
  ...(params !== undefined && { params: params(owner) }),
  ...(body !== undefined && { body: body(speaker) }),
})

/** Where a call says in which organization. */
export function placeOf({ body, query }: Endpoint): 'body' | 'query' | null {
  if (idPlaces(body).includes('organization_id')) return 'body'
  return idPlaces(query).includes('organization_id.*') ? 'query' : null
}

/** The same request, where the endpoint lets it, in this organization. */
export function placedIn(endpoint: Endpoint, request: Request, organization: string): Request {
  const named = { organization_id: organization }
  switch (placeOf(endpoint)) {
    case 'body':
      return { ...request, body: { ...request.body, ...named } }
    case 'query':
      return { ...request, query: { ...request.query, ...named } }
    case null:
      return request
  }
}
