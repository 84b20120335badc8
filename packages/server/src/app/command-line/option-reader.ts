import { faultParsing, faultsOf } from '@guildhall/contract/faults'
import { nearestName } from '@guildhall/contract/nearest-name'
import { scopes as allScopes, isScope, type Scope } from '@guildhall/contract/organizations/scopes'
import * as z from 'zod/mini'

/** Collects what is wrong with all options, so that one call shows everything. */
export class OptionReader {
  readonly faults: string[] = []

  read<S extends z.ZodMiniType>(
    schema: S,
    value: unknown,
    optionOf: (path: readonly (string | number)[]) => string,
  ): z.output<S> | null {
    const { success, data, error } = z.safeParse(schema, value, faultParsing)
    if (success) return data
    for (const { loc, msg } of faultsOf(error.issues, 'body', (path) => path.map(nameOf))) {
      this.faults.push(`${optionOf(loc)}: ${msg}`)
    }
    return null
  }
}

const nameOf = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key)

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** All by default. */
export function readScopes(
  reader: OptionReader,
  given: readonly string[] | undefined,
  option = '--scopes',
): readonly Scope[] {
  if (given === undefined) return allScopes
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim())
  for (const name of names.filter((one) => !isScope(one))) {
    const nearest = nearestName(name, allScopes)
    const hint = nearest === null ? 'the access tokens’ page lists all' : `did you mean ${nearest}?`
    reader.faults.push(`${option}: there is no scope ${name}; ${hint}`)
  }
  return names.filter(isScope)
}
