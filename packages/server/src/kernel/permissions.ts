// Who may do what is a table of roles × resources × actions.
type Resources = Readonly<Record<string, readonly string[]>>

type Grant<R extends Resources> =
  | 'everything'
  | { readonly [K in keyof R]?: 'everything' | readonly R[K][number][] }

export interface Permissions<R extends Resources, Role extends string> {
  readonly resources: R
  readonly roles: Readonly<Record<Role, Grant<R>>>
}

// "all": one of the held roles grants every requested action. "any": it grants at least one.
type Mode = 'all' | 'any'

export const permissions = <const R extends Resources, const Role extends string>(
  table: Permissions<R, Role>,
): Permissions<R, Role> => table

export function may<R extends Resources, Role extends string, K extends keyof R & string>(
  table: Permissions<R, Role>,
  held: readonly string[],
  resource: K,
  actions: R[K][number] | readonly R[K][number][],
  mode: Mode = 'all',
): boolean {
  const asked: readonly string[] = typeof actions === 'string' ? [actions] : actions
  return mayRequest(table, held, { [resource]: asked }, mode)
}

// For checks whose names come from a client: unknown names and empty checks are denied.
export function mayRequest<R extends Resources, Role extends string>(
  table: Permissions<R, Role>,
  held: readonly string[],
  requested: Resources,
  mode: Mode = 'all',
): boolean {
  const asked = Object.entries(requested).flatMap(([resource, actions]) =>
    actions.map((action) => ({ resource, action })),
  )
  if (asked.length === 0) return false
  return held.some((role) => {
    const granted = grantsOf(table, role)
    const isGranted = (one: Asked) => granted(one.resource, one.action)
    return mode === 'all' ? asked.every(isGranted) : asked.some(isGranted)
  })
}

interface Asked {
  readonly resource: string
  readonly action: string
}

function grantsOf(
  { resources, roles }: Permissions<Resources, string>,
  role: string,
): (resource: string, action: string) => boolean {
  const grant = own(roles, role)
  return (resource, action) => {
    if (grant === undefined || !own(resources, resource)?.includes(action)) return false
    if (grant === 'everything') return true
    const actions = own(grant, resource)
    return actions === 'everything' || (actions?.includes(action) ?? false)
  }
}

// A role named "constructor" must not match an inherited property.
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
