import { createServer } from 'node:net'

// Below those that a system gives to whoever wants any port, so that nobody takes one in between.
const firstPort = 15_000
// Each worker of a run has its own, so that no two find the same one free.
const portsOfWorker = 2_000
const workersMax = 8
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workersMax

// Another run on this machine begins elsewhere; and no port is used again soon.
let next = process.pid * 97

/** A port for who has to tell their address before they listen, or for where nobody listens. */
export async function testPort(): Promise<number> {
  for (;;) {
    next += 1
    const port = firstPort + worker * portsOfWorker + (next % portsOfWorker)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
