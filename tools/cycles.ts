export type Graph = ReadonlyMap<string, ReadonlySet<string>>

// Cycles of a graph, each as its path. Of overlapping cycles only some are found: enough to fail a
// check, and fixing them reveals the others.
export function findCycles(graph: Graph): string[][] {
  const cyclic = prune(graph)
  const [start] = cyclic.keys()
  if (start === undefined) return []
  const cycle = followCycle(cyclic, start)
  return [cycle, ...findCycles(without(cyclic, new Set(cycle)))]
}

// Removes nodes without incoming or outgoing edges until only cycles and the paths between them are
// left.
function prune(graph: Graph): Graph {
  const targets = new Set([...graph.values()].flatMap((nodes) => [...nodes]))
  const acyclic = [...graph.keys()].filter(
    (node) => !targets.has(node) || !hasSuccessor(graph, node),
  )
  return acyclic.length === 0 ? graph : prune(without(graph, new Set(acyclic)))
}

const hasSuccessor = (graph: Graph, node: string): boolean =>
  [...(graph.get(node) ?? [])].some((target) => graph.has(target))

function followCycle(graph: Graph, start: string): string[] {
  const path: string[] = []
  let node: string | undefined = start
  while (node !== undefined && !path.includes(node)) {
    path.push(node)
    node = [...(graph.get(node) ?? [])].find((target) => graph.has(target))
  }
  return node === undefined ? [] : path.slice(path.indexOf(node))
}

function without(graph: Graph, removed: ReadonlySet<string>): Graph {
  const kept = [...graph].filter(([node]) => !removed.has(node))
  return new Map(
    kept.map(([node, targets]) => [node, new Set([...targets].filter((to) => !removed.has(to)))]),
  )
}
