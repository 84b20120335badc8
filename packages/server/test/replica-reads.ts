/** Who answered the reads of a server with this port of metrics, as Prometheus reads it. */
export async function replicaReads(port: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.matchAll(/^guildhall_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, outcome, count]) => [outcome, Number(count)]))
}
