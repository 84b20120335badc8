import type { IdName, TenantObjects } from './tenant-objects.ts'

export interface Request {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

/** How to call an operation for sellers with the objects of an organization. */
export interface TenancyCase {
  readonly params?: (has: TenantObjects) => Readonly<Record<string, string>>
  /** What the query needs; ids are added to it. */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: (has: TenantObjects) => object
  /** By the place of each id that the body can hold: the same with a foreign id. */
  readonly references?: Readonly<
    Record<string, (has: TenantObjects, others: TenantObjects) => Request>
  >
  /** What the response has where the query names foreign objects, if it isn’t a list. */
  readonly nothing?: object
  /** The response to a foreign id in the body, if it doesn’t name the place of the id. */
  readonly foreign?: string
  /** The object belongs to the owner in person, so an admin doesn’t find it either. */
  readonly isOwners?: boolean
  /** The response to its own organization, if the call doesn't succeed. */
  readonly outcome?: string
}

export const at = (key: IdName): Pick<TenancyCase, 'params'> => ({
  params: (has) => ({ id: has[key] }),
})
