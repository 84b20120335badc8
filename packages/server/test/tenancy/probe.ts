import type { Operation } from '@guildhall/contract/operation'
import type { BillingAnswer, BillingCalls } from '../sellers.ts'
import { idFields } from './id-fields.ts'
import type { Request, TenancyCase } from './tenancy-case.ts'
import type { TenantObjects } from './tenant-objects.ts'

export function probe(
  calls: BillingCalls,
  { method, path }: Operation,
  { params = {}, query = {}, body = {} }: Request,
): Promise<BillingAnswer> {
  const place = path
    .replace(/^\/v1/, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const target = search === '' ? place : `${place}${place.includes('?') ? '&' : '?'}${search}`
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

/** The request of the case: with ids of `owner` in the path and of `caller` in the body. */
export const requestAt = (
  { params, query, body }: TenancyCase,
  owner: TenantObjects,
  caller: TenantObjects,
): Request => ({
  ...(params !== undefined && { params: params(owner) }),
  ...(query !== undefined && { query }),
  ...(body !== undefined && { body: body(caller) }),
})

/** Where a call names its organization. */
export function organizationField({ body, query }: Operation): 'body' | 'query' | null {
  if (idFields(body).includes('organization_id')) return 'body'
  return idFields(query).includes('organization_id.*') ? 'query' : null
}

/** The same request in this organization, if the endpoint accepts one. */
export function inOrganization(
  operation: Operation,
  request: Request,
  organization: string,
): Request {
  const named = { organization_id: organization }
  switch (organizationField(operation)) {
    case 'body':
      return { ...request, body: { ...request.body, ...named } }
    case 'query':
      return { ...request, query: { ...request.query, ...named } }
    case null:
      return request
  }
}
