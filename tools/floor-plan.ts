// The floor plan: which parts the code has, and in which direction they may import each other.

// Per workspace, from bottom to top: imports between floors only point down.
export const floors = {
  contract: ['contract'],
  server: ['kernel', 'platform', 'domains', 'app', 'main'],
  web: ['lib', 'ui', 'entities', 'features', 'routes', 'entries'],
} as const satisfies Record<string, readonly string[]>

type Workspace = keyof typeof floors

// From left to right: a domain calls only domains to its left, and there what their door lists. The
// order is the rule; the groups only help to remember it.
export const stairGroups = {
  accounts: ['identity', 'organizations', 'files'],
  catalogue: ['customers', 'metering', 'benefits', 'catalog'],
  money: ['tax', 'payments', 'ledger', 'orders'],
  subscriptions: ['subscriptions'],
  usage: ['usage', 'credits', 'limits', 'explanations', 'topups'],
  entitlements: ['entitlements'],
  surfaces: [
    'checkout',
    'portal',
    'metrics',
    'finance',
    'overview',
    'search',
    'lists',
    'audit',
    'maintenance',
  ],
} as const satisfies Record<string, readonly string[]>

export const stairs: readonly string[] = Object.values(stairGroups).flat()

// Domains outside that order, each with the only domains that it may call. They receive all events.
export const outsideTheStairs: Readonly<Record<string, readonly string[]>> = {
  webhooks: ['organizations'],
}

// Every page of a seller belongs to one organization, so other entities may import this one.
export const tenantEntity = 'organization'

// A room imports only lower rooms; two rooms of the same height may not import each other.
export const rooms: Readonly<Record<string, number>> = {
  rules: 0,
  messages: 0,
  views: 0,
  store: 1,
  kinds: 2,
  present: 3,
  actions: 4,
  door: 5,
  routes: 6,
  jobs: 6,
  manifest: 7,
}

// What all domains may read of another, like its shared views in the database: SQL that calls nothing.
export const sharedRoom = 'views'

export interface Place {
  readonly workspace: Workspace
  readonly floor: string
  // Negative where the plan has no such floor.
  readonly height: number
  // A folder of the floor, such as a domain or a feature, or a single file.
  readonly part: string
  readonly room: string | null
}

// Null outside the plan: tests, tools, documents.
export function placeOf(path: string): Place | null {
  const found = /^packages\/(\w+)\/src\/(.+?)\.\w+$/.exec(path)
  const [, workspace = '', inside = ''] = found ?? []
  if (!isWorkspace(workspace)) return null
  const steps = inside.split('/')
  const floor = workspace === 'contract' ? 'contract' : floorOf(workspace, steps)
  const planned: readonly string[] = floors[workspace]
  return {
    workspace,
    floor,
    height: planned.indexOf(floor),
    part: floor === 'contract' ? inside : (steps[1] ?? inside),
    room: floor === 'domains' ? (steps[2] ?? '') : null,
  }
}

const isWorkspace = (name: string): name is Workspace => Object.hasOwn(floors, name)

// A file at the root of the sources starts a program, so it is the top floor.
function floorOf(workspace: 'server' | 'web', [folder = '', ...inside]: string[]): string {
  if (inside.length > 0) return folder
  return workspace === 'server' ? 'main' : 'entries'
}
