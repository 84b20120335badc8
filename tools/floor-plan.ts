// The plan of the house: what stands where.

// From the ground up: an arrow between floors of a workspace only goes down.
export const floors = {
  contract: ['contract'],
  server: ['kernel', 'platform', 'domains', 'app', 'main'],
  web: ['lib', 'ui', 'features', 'routes', 'entries'],
} as const satisfies Record<string, readonly string[]>

type Workspace = keyof typeof floors

// From left to right: a domain calls only domains to its left, through their door.
export const stairs: readonly string[] = [
  'identity',
  'organizations',
  'files',
  'customers',
  'metering',
  'benefits',
  'catalog',
  'tax',
  'payments',
  'ledger',
  'orders',
  'subscriptions',
  'grants',
  'checkout',
  'portal',
]

// They hear everything through the outbox, so they call nobody but the owner of the tenant.
export const beside: Readonly<Record<string, readonly string[]>> = {
  webhooks: ['organizations'],
  analytics: ['organizations'],
}

// A room imports only rooms that lie lower; two rooms of one height don't know each other.
export const rooms: Readonly<Record<string, number>> = {
  rules: 0,
  messages: 0,
  store: 1,
  actions: 2,
  index: 3,
  routes: 4,
  jobs: 4,
}

export interface Place {
  readonly workspace: Workspace
  readonly floor: string
  // Below zero where the plan has no such floor.
  readonly height: number
  // A folder of the floor, or a file that stands on it alone. Domains and features are parts.
  readonly part: string
  readonly room: string | null
}

// Null for what isn't part of the house: tests, tools, documents.
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
    part: steps[1] ?? inside,
    room: floor === 'domains' ? (steps[2] ?? '') : null,
  }
}

const isWorkspace = (name: string): name is Workspace => Object.hasOwn(floors, name)

// A file at the root of the sources starts the program, so it stands on top.
function floorOf(workspace: 'server' | 'web', [folder = '', ...inside]: string[]): string {
  if (inside.length > 0) return folder
  return workspace === 'server' ? 'main' : 'entries'
}
