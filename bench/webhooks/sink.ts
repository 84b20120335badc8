// Whoever is told: a server that takes everything, and notes when it heard of what. At /hangs it
// takes nothing, and doesn't say so either.
import { once } from 'node:events'
import { createServer } from 'node:http'
import * as z from 'zod/mini'
import type { Arrivals } from './arrivals.ts'

const Wanted = z.object({ arrivals: z.number(), seconds: z.number() })

let heard: Arrivals = []
let seen = new Set<string>()
let hear = (): void => undefined

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
      heard.push([path, version, at])
      hear()
    }
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()

process.on('message', (message) => {
  const wanted = z.parse(Wanted, message)
  const answer = () => {
    clearTimeout(timer)
    hear = () => undefined
    process.send?.(heard)
    heard = []
    seen = new Set()
  }
  const timer = setTimeout(answer, wanted.seconds * 1000)
  hear = () => {
    if (heard.length >= wanted.arrivals) answer()
  }
  hear()
})
process.on('disconnect', () => process.exit())
process.send?.(typeof address === 'object' ? address?.port : null)
