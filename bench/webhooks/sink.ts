// A receiver that accepts everything and records when it arrived. At /hangs it never responds.
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as z from 'zod/mini'
import type { Arrivals } from './arrivals.ts'

const Awaited = z.object({ arrivals: z.number(), seconds: z.number() })

let arrived: Arrivals = []
let seen = new Set<string>()
let onArrival = (): void => undefined

const now = () => performance.timeOrigin + performance.now()

const server = createServer((request, response) => {
  const at = now()
  const path = request.url ?? ''
  request.resume()
  request.on('end', () => {
    if (path === '/hangs') return
    const version = Number(request.headers['guildhall-object-version'])
    const key = `${path} ${version}`
    if (!seen.has(key)) {
      seen.add(key)
      arrived.push([path, version, at])
      onArrival()
    }
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()

process.on('message', (message) => {
  const awaited = z.parse(Awaited, message)
  const answer = () => {
    clearTimeout(timer)
    onArrival = () => undefined
    process.send?.(arrived)
    arrived = []
    seen = new Set()
  }
  const timer = setTimeout(answer, awaited.seconds * 1000)
  onArrival = () => {
    if (arrived.length >= awaited.arrivals) answer()
  }
  onArrival()
})
process.on('disconnect', () => process.exit())
process.send?.(typeof address === 'object' ? address?.port : null)
