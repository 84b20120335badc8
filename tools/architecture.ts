import { findCycles, type Graph } from './cycles.ts'
import { doorFaults } from './doors.ts'
import {
  outsideTheStairs,
  type Place,
  placeOf,
  rooms,
  sharedRoom,
  stairs,
  tenantEntity,
} from './floor-plan.ts'
import { type Import, importGraph, importsOf } from './imports.ts'
import { isCode, isTest, type SourceFile } from './source-files.ts'

// A sentence for each violation of the floor plan.
export function architectureFaults(files: readonly SourceFile[]): string[] {
  const placed = placedFiles(files)
  return [...placed.flatMap(faultsOfFile), ...doorFaults(placed), ...cycleFaults(placed)]
}

export const placedFiles = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter((file) => isCode(file) && !isTest(file) && placeOf(file.path) !== null)

interface Dependency {
  readonly from: Place
  readonly to: Place
  readonly specifier: string
}

type Rule = (dependency: Dependency) => string | null

// Only the first fault of a dependency is reported, so general rules come first.
const dependencyRules: readonly Rule[] = [
  function workspaces({ from, to, specifier }) {
    if (from.workspace === to.workspace) return null
    if (to.workspace !== 'contract') return `${from.workspace} may not import ${to.workspace}`
    return specifier.startsWith('.') ? 'import the contract by its package name' : null
  },

  function floors({ from, to }) {
    const isUpward = from.workspace === to.workspace && to.height > from.height
    return isUpward ? 'an import may not go to a higher floor' : null
  },

  function purity({ from, to }) {
    return from.room === 'rules' && to.floor === 'platform'
      ? 'rules may not import the platform'
      : null
  },

  function doors({ to }) {
    return to.room === 'door' ? 'a door is a list: import the module that it names' : null
  },

  function roomsOfDomain({ from, to }) {
    return isSameDomain({ from, to }) ? roomFault(from.room ?? '', to.room ?? '') : null
  },

  function domains({ from, to }) {
    if (from.room === null || to.room === null || isSameDomain({ from, to })) return null
    if (to.room === sharedRoom) return null
    if (!roomsWithDomainImports.has(from.room)) return `${from.room} may not import another domain`
    const allowed = mayCall(from.part, to.part)
    return allowed ? null : `${from.part} may not call ${to.part}; record an event instead`
  },

  function aliases({ from, specifier }) {
    const isOutside = from.workspace === 'web' && specifier.startsWith('..')
    return isOutside ? 'import from outside the folder with #/' : null
  },

  function entities({ from, to }) {
    const both = from.floor === 'entities' && to.floor === 'entities'
    const isAllowed = from.part === to.part || to.part === tenantEntity
    return both && !isAllowed ? 'an entity imports no other entity but the organization' : null
  },

  function features({ from, to }) {
    const both = from.floor === 'features' && to.floor === 'features'
    return both && from.part !== to.part ? 'a feature never imports a feature' : null
  },
]

const roomsWithDomainImports: ReadonlySet<string> = new Set([
  'kinds',
  'actions',
  'routes',
  'jobs',
  'manifest',
])

const isSameDomain = ({ from, to }: Pick<Dependency, 'from' | 'to'>): boolean =>
  from.room !== null && to.room !== null && from.part === to.part

function roomFault(from: string, to: string): string | null {
  if (from === to) return null
  const isUpward = (rooms[to] ?? 0) >= (rooms[from] ?? 0)
  return isUpward ? `${from} may not import ${to}` : null
}

function mayCall(from: string, to: string): boolean {
  const exceptions = outsideTheStairs[from]
  if (exceptions !== undefined) return exceptions.includes(to)
  return stairs.includes(to) && stairs.indexOf(to) < stairs.indexOf(from)
}

function faultsOfFile(file: SourceFile): string[] {
  const from = placeOf(file.path)
  if (from === null) return []
  const wrongPlace = placeFault(from)
  const importFaults = importsOf(file).flatMap((one) => {
    const fault = importFault(from, one)
    return fault === null ? [] : [`${file.path} → ${one.specifier}: ${fault}`]
  })
  return wrongPlace === null ? importFaults : [`${file.path}: ${wrongPlace}`, ...importFaults]
}

function placeFault({ floor, height, part, room }: Place): string | null {
  if (height < 0) return `"${floor}" is not a floor of the plan`
  if (room === null) return null
  if (!stairs.includes(part) && !Object.hasOwn(outsideTheStairs, part)) {
    return `"${part}" is not a domain of the plan`
  }
  return Object.hasOwn(rooms, room) ? null : `"${room}" is not a room of a domain`
}

function importFault(from: Place, { specifier, path }: Import): string | null {
  if (path === null) return packageFault(from, specifier)
  if (!isCode({ path })) return null
  const to = placeOf(path)
  if (to === null) return 'this file is outside the floor plan'
  const dependency = { from, to, specifier }
  return dependencyRules.map((rule) => rule(dependency)).find((fault) => fault !== null) ?? null
}

// Pure places may import only these packages.
const packagesOfPurePlaces: Readonly<Record<string, readonly string[]>> = {
  contract: ['zod/mini'],
  kernel: [],
  rules: ['stdnum', 'node:crypto'],
}

function packageFault({ floor, room }: Place, specifier: string): string | null {
  const place = room ?? floor
  const allowed = packagesOfPurePlaces[place]
  if (allowed === undefined || allowed.includes(specifier)) return null
  return `${place} may not import this package`
}

// Folders can form a cycle although their files don't, so parts are checked as well.
function cycleFaults(files: readonly SourceFile[]): string[] {
  const graph = importGraph(files)
  const fileCycles = findCycles(graph)
  return (fileCycles.length > 0 ? fileCycles : findCycles(partGraph(graph))).map(
    (cycle) => `cycle: ${[...cycle, cycle[0]].join(' → ')}`,
  )
}

function partGraph(files: Graph): Graph {
  const parts = new Map<string, Set<string>>()
  for (const [from, targets] of files) {
    const part = partOf(from)
    const others = [...targets].map(partOf).filter((other) => other !== part)
    parts.set(part, new Set([...(parts.get(part) ?? []), ...others]))
  }
  return parts
}

function partOf(path: string): string {
  const place = placeOf(path)
  if (place === null) return path
  const { workspace, floor, part, room } = place
  return `${workspace}/${floor}/${part}${room === sharedRoom ? `/${room}` : ''}`
}
