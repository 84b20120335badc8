import type { Seller } from '../catalog/sellers.ts'
import { newSellers } from '../catalog/sellers.ts'
import { publicUrl } from '../constants.ts'
import { type MemoryPeaks, watchMemory } from '../memory.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { informational, type Result } from '../results.ts'
import { type Server, startServer } from '../rounds.ts'
import { addCustomers } from '../search/measure.ts'

/** One export of all customers. */
interface Export {
  readonly rows: number
  readonly megabytes: number
  readonly seconds: number
  readonly firstByteMilliseconds: number
  /** Of the server’s process. */
  readonly memory: MemoryPeaks
}

interface Measured {
  readonly small: Export
  readonly large: Export
}

const smallPart = 10

export async function measure(urls: Urls, customers: number): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  try {
    const [small, large] = await newSellers(urls.ownerUrl, 2)
    if (small === undefined || large === undefined) throw new Error('there are no sellers')
    await addCustomers(urls.ownerUrl, small, customers / smallPart)
    await addCustomers(urls.ownerUrl, large, customers)
    // The first one also loads what the process keeps.
    await exportCustomers(server, small)
    return {
      small: await exportCustomers(server, small),
      large: await exportCustomers(server, large),
    }
  } finally {
    await server.child.stop()
  }
}

async function exportCustomers({ child, port }: Server, { token }: Seller): Promise<Export> {
  const memoryPeaks = watchMemory(child.pid)
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v1/customers/export`, {
    headers: { authorization: `Bearer ${token}`, host: new URL(publicUrl).host },
  })
  if (response.status !== 200 || response.body === null) {
    throw new Error(`the export was answered with ${response.status}`)
  }
  let firstByteAt: number | null = null
  let bytes = 0
  let lines = 0
  for await (const part of response.body) {
    firstByteAt ??= performance.now()
    bytes += part.length
    for (const byte of part) if (byte === lineFeed) lines += 1
  }
  const seconds = (performance.now() - startedAt) / 1000
  const memory = await memoryPeaks()
  return {
    rows: lines - 1,
    megabytes: bytes / 1e6,
    seconds,
    firstByteMilliseconds: (firstByteAt ?? Number.NaN) - startedAt,
    memory,
  }
}

const lineFeed = 10

const memoryGrowthMax = 1.2

const megabytes = (kilobytes: number): string => (kilobytes / 1024).toFixed(0)

export function evaluate({ small, large }: Measured): Result[] {
  const { firstHalf, secondHalf } = large.memory
  const growth = secondHalf / firstHalf
  return [
    {
      figure: `memory of the server in the halves of ${large.rows} rows, MB`,
      ours: `${megabytes(firstHalf)} → ${megabytes(secondHalf)}`,
      peer: megabytes(small.memory.secondHalf),
      ratio: growth.toFixed(2),
      goal: `≤ ${memoryGrowthMax} ×`,
      isMet: growth <= memoryGrowthMax,
    },
    informed('rows per second', large, small, ({ rows, seconds }) => rows / seconds),
    informed('megabytes', large, small, (one) => one.megabytes),
    informed('ms to the first byte', large, small, (one) => one.firstByteMilliseconds),
  ]
}

const informed = (
  figure: string,
  large: Export,
  small: Export,
  of: (one: Export) => number,
): Result => ({
  figure,
  ours: of(large).toFixed(0),
  peer: of(small).toFixed(0),
  ratio: (of(large) / of(small)).toFixed(2),
  goal: informational,
  isMet: true,
})
