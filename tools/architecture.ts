import { circles, type Graph } from './circles.ts'
import { beside, type Place, placeOf, rooms, stairs } from './floor-plan.ts'
import { type Import, importGraph, importsOf } from './imports.ts'
import { isCode, isTest, type SourceFile } from './source-files.ts'

// Every way in which the files break the floor plan, one sentence each.
export function architectureFaults(files: readonly SourceFile[]): string[] {
  const house = houseOf(files)
  return [...house.flatMap(faultsOfFile), ...circleFaults(house)]
}

export const houseOf = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter((file) => isCode(file) && !isTest(file) && placeOf(file.path) !== null)

interface Arrow {
  readonly from: Place
  readonly to: Place
  readonly specifier: string
}

type Law = (arrow: Arrow) => string | null

// One fault per arrow is enough, so the broader law is asked first.
const laws: readonly Law[] = [
  function workspaces({ from, to, specifier }) {
    if (from.workspace === to.workspace) return null
    if (to.workspace !== 'contract') return `${from.workspace} may not import ${to.workspace}`
    return specifier.startsWith('.') ? 'the contract is imported by its name' : null
  },

  function floors({ from, to }) {
    const climbs = from.workspace === to.workspace && to.height > from.height
    return climbs ? 'an arrow may not climb' : null
  },

  function purity({ from, to }) {
    return from.room === 'rules' && to.floor === 'platform' ? 'rules stay pure' : null
  },

  function homes(arrow) {
    return isAtHome(arrow) ? homeFault(arrow.from.room ?? '', arrow.to.room ?? '') : null
  },

  function doors({ from, to }) {
    if (to.room === null || isAtHome({ from, to })) return null
    const open = from.room === null ? ['index', 'routes', 'jobs'] : ['index']
    return open.includes(to.room) ? null : 'enter another domain by its door'
  },

  function steps({ from, to }) {
    if (from.room === null || to.room === null || isAtHome({ from, to })) return null
    if (!roomsThatCallOut.has(from.room)) return `${from.room} may not leave its domain`
    const allowed = mayCall(from.part, to.part)
    return allowed ? null : `${from.part} may not call ${to.part}; record an event instead`
  },

  function features({ from, to }) {
    const both = from.floor === 'features' && to.floor === 'features'
    return both && from.part !== to.part ? 'a feature never imports a feature' : null
  },
]

const roomsThatCallOut: ReadonlySet<string> = new Set(['actions', 'routes', 'jobs'])

const isAtHome = ({ from, to }: Pick<Arrow, 'from' | 'to'>): boolean =>
  from.room !== null && to.room !== null && from.part === to.part

function homeFault(from: string, to: string): string | null {
  if (from === to) return null
  if (to === 'index') return 'nobody at home uses the front door'
  const climbs = (rooms[to] ?? 0) >= (rooms[from] ?? 0)
  return climbs ? `${from} may not import ${to}` : null
}

function mayCall(from: string, to: string): boolean {
  const exceptions = beside[from]
  if (exceptions !== undefined) return exceptions.includes(to)
  return stairs.includes(to) && stairs.indexOf(to) < stairs.indexOf(from)
}

function faultsOfFile(file: SourceFile): string[] {
  const from = placeOf(file.path)
  if (from === null) return []
  const ofPlace = placeFault(from)
  const ofImports = importsOf(file).flatMap((one) => {
    const fault = importFault(from, one)
    return fault === null ? [] : [`${file.path} → ${one.specifier}: ${fault}`]
  })
  return ofPlace === null ? ofImports : [`${file.path}: ${ofPlace}`, ...ofImports]
}

function placeFault({ floor, height, part, room }: Place): string | null {
  if (height < 0) return `"${floor}" is no floor of the plan`
  if (room === null) return null
  if (!stairs.includes(part) && !Object.hasOwn(beside, part)) {
    return `"${part}" is no domain of the plan`
  }
  return Object.hasOwn(rooms, room) ? null : `"${room}" is none of the rooms`
}

function importFault(from: Place, { specifier, path }: Import): string | null {
  if (path === null) return packageFault(from, specifier)
  if (!isCode({ path })) return null
  const to = placeOf(path)
  if (to === null) return 'this is not part of the house'
  const arrow = { from, to, specifier }
  return laws.map((law) => law(arrow)).find((fault) => fault !== null) ?? null
}

// The packages that may come in where nothing that acts may.
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

// Folders may be tied in a knot although no two of their files are, so parts are asked as well.
function circleFaults(house: readonly SourceFile[]): string[] {
  const graph = importGraph(house)
  const ofFiles = circles(graph)
  return (ofFiles.length > 0 ? ofFiles : circles(partGraph(graph))).map(
    (circle) => `circle: ${[...circle, circle[0]].join(' → ')}`,
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
  return place === null ? path : `${place.workspace}/${place.floor}/${place.part}`
}
