import { checkoutLifecycle } from '../packages/server/src/domains/checkout/rules/lifecycle.ts'
import {
  orderLifecycle,
  refundLifecycle,
} from '../packages/server/src/domains/orders/rules/lifecycles.ts'
import { paymentLifecycle } from '../packages/server/src/domains/payments/rules/payment-status.ts'
import { subscriptionLifecycle } from '../packages/server/src/domains/subscriptions/rules/lifecycle.ts'
import { drawLifecycle } from '../packages/server/src/kernel/lifecycle.ts'
import { placedFiles } from './architecture.ts'
import type { Graph } from './cycles.ts'
import { floors, type Place, placeOf, sharedRoom, stairGroups, stairs } from './floor-plan.ts'
import { importGraph } from './imports.ts'
import type { SourceFile } from './source-files.ts'

// Replaces the diagrams between their markers in a document.
export function updateDiagrams(document: string, files: readonly SourceFile[]): string {
  return document.replace(markers, (_found, name: string) => {
    const lines = draw(name, importGraph(placedFiles(files)))
    return [`<!-- diagram: ${name} -->`, '```mermaid', ...lines, '```', '<!-- end -->'].join('\n')
  })
}

const markers = /<!-- diagram: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g

function draw(name: string, imports: Graph): string[] {
  switch (name) {
    case 'floors':
      return drawFloors(imports)
    case 'platform':
      return drawPlatform(imports)
    case 'domains':
      return drawDomains(imports)
    case 'checkout-lifecycle':
      return [drawLifecycle(checkoutLifecycle)]
    case 'payment-lifecycle':
      return [drawLifecycle(paymentLifecycle)]
    case 'order-lifecycle':
      return [drawLifecycle(orderLifecycle)]
    case 'refund-lifecycle':
      return [drawLifecycle(refundLifecycle)]
    case 'subscription-lifecycle':
      return [drawLifecycle(subscriptionLifecycle)]
    default:
      throw new Error(`there is no diagram "${name}"`)
  }
}

function drawFloors(imports: Graph): string[] {
  const groups = Object.entries(floors).flatMap(([workspace, names]) => [
    `  subgraph ${workspace}`,
    ...names.toReversed().map((floor) => `    ${floorNode({ workspace, floor })}["${floor}"]`),
    '  end',
  ])
  return ['flowchart TB', ...groups, ...arrows(grouped(imports, floorNode))]
}

const floorNode = ({ workspace, floor }: { workspace: string; floor: string }): string =>
  `${workspace}_${floor}`

function drawPlatform(imports: Graph): string[] {
  const graph = grouped(imports, ({ floor, part }) => (floor === 'platform' ? part : null))
  return ['flowchart TB', ...[...graph.keys()].sort().map((part) => `  ${part}`), ...arrows(graph)]
}

function drawDomains(imports: Graph): string[] {
  const graph = grouped(imports, ({ room, part }) =>
    room === null || room === sharedRoom ? null : part,
  )
  const groups = Object.entries(stairGroups).flatMap(([group, domains]) => [
    `  subgraph group_${group}["${group}"]`,
    ...domains.map((domain) => `    ${domain}`),
    '  end',
  ])
  return ['flowchart RL', ...groups, `  ${stairs.toReversed().join(' ~~~ ')}`, ...arrows(graph)]
}

function grouped(imports: Graph, nodeOf: (place: Place) => string | null): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const node = nodeAt(path, nodeOf)
    if (node === null) continue
    const others = [...targets].flatMap((target) => nodeAt(target, nodeOf) ?? [])
    const known = graph.get(node) ?? []
    graph.set(node, new Set([...known, ...others.filter((other) => other !== node)]))
  }
  return graph
}

function nodeAt(path: string, nodeOf: (place: Place) => string | null): string | null {
  const place = placeOf(path)
  return place === null ? null : nodeOf(place)
}

// Without arrows that others imply.
function arrows(graph: Graph): string[] {
  return [...graph]
    .flatMap(([from, targets]) =>
      [...targets]
        .filter(
          (to) => ![...targets].some((other) => other !== to && isReachable(graph, other, to)),
        )
        .map((to) => `  ${from} --> ${to}`),
    )
    .sort()
}

function isReachable(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([from])
  // Iterating a set also visits elements that are added during the iteration.
  for (const node of seen) for (const target of graph.get(node) ?? []) seen.add(target)
  return seen.has(to)
}
