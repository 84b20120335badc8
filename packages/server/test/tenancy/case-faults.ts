import type { Operation } from '@guildhall/contract/operation'
import { idFields } from './id-fields.ts'
import type { TenancyCase } from './tenancy-case.ts'

/** Ids in a body other than that of the organization. */
const referencesOf = ({ body }: Operation): string[] =>
  idFields(body).filter((place) => place !== 'organization_id')

/**
 * Every operation has a case, with a body for every id that it accepts, and every case an
 * operation.
 */
export function caseFaults(
  operations: readonly Operation[],
  tenancyCases: Readonly<Record<string, TenancyCase>>,
): string[] {
  const names = operations.map(({ name }) => name)
  return [
    ...operations.flatMap((operation) => faultsAt(operation, tenancyCases[operation.name])),
    ...Object.keys(tenancyCases)
      .filter((name) => !names.includes(name))
      .map((name) => `${name}: names no endpoint`),
  ]
}

function faultsAt(operation: Operation, tenancyCase: TenancyCase | undefined): string[] {
  const { name, params, body } = operation
  if (tenancyCase === undefined) return [`${name}: has no tenancy case`]
  const known = Object.keys(tenancyCase.references ?? {})
  return [
    ...(params !== undefined && tenancyCase.params === undefined
      ? [`${name}: needs its params`]
      : []),
    ...(body !== undefined && tenancyCase.body === undefined ? [`${name}: needs a body`] : []),
    ...referencesOf(operation)
      .filter((place) => !known.includes(place))
      .map((place) => `${name}: needs a body with a foreign ${place}`),
  ]
}
