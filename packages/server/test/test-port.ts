import { createServer } from 'node:net'

// Below those that a system gives to whoever wants any port, so that nobody takes one in between.
const firstPort = 15_000
const portsCount = 17_000

// Each process of a run begins elsewhere, and uses no port twice.
let next = process.pid * 97

/** A port for who has to tell their address before they listen, or for where nobody listens. */
export async function testPort(): Promise<number> {
  for (;;) {
    next += 1
    const port = firstPort + (next % portsCount)
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
