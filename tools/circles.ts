export type Graph = ReadonlyMap<string, ReadonlySet<string>>

// Circles of a graph, each as the path that runs around it. A knot of many circles is told by
// circles that share no node: enough to find it, and to see it go.
export function circles(graph: Graph): string[][] {
  const knot = peel(graph)
  const [start] = knot.keys()
  if (start === undefined) return []
  const circle = walkAround(knot, start)
  return [circle, ...circles(without(knot, new Set(circle)))]
}

// Takes away what nothing leads to and what leads nowhere until only circles are left, with the
// ways between them.
function peel(graph: Graph): Graph {
  const targets = new Set([...graph.values()].flatMap((nodes) => [...nodes]))
  const loose = [...graph.keys()].filter((node) => !targets.has(node) || !leads(graph, node))
  return loose.length === 0 ? graph : peel(without(graph, new Set(loose)))
}

const leads = (graph: Graph, node: string): boolean =>
  [...(graph.get(node) ?? [])].some((target) => graph.has(target))

function walkAround(graph: Graph, start: string): string[] {
  const path: string[] = []
  let node: string | undefined = start
  while (node !== undefined && !path.includes(node)) {
    path.push(node)
    node = [...(graph.get(node) ?? [])].find((target) => graph.has(target))
  }
  return node === undefined ? [] : path.slice(path.indexOf(node))
}

function without(graph: Graph, gone: ReadonlySet<string>): Graph {
  const kept = [...graph].filter(([node]) => !gone.has(node))
  return new Map(
    kept.map(([node, targets]) => [node, new Set([...targets].filter((to) => !gone.has(to)))]),
  )
}
