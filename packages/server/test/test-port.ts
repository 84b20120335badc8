import { createServer } from 'node:net'

// Below the ephemeral ports, so that no other program gets one in between.
const firstPort = 15_000
// Each worker has its own range, so that no two find the same port free.
const portsOfWorker = 2_000
const workersMax = 8
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workersMax

// Other runs on this machine start at other ports of the range, and no port is reused soon.
let next = process.pid * 97

/**
 * A free port, for servers that need it before they listen, or for addresses without a listener.
 */
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
