import { connect } from 'node:net'
import { publicUrl } from '../constants.ts'
import { responseLength } from '../load/response-length.ts'

/** A persistent connection for one request at a time. */
export interface Connection {
  request(method: string, path: string, body: object, token?: string): Promise<unknown>
  close(): void
}

export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received: Buffer = Buffer.alloc(0)
    let onResponse = (_text: string) => undefined
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = responseLength(received)
      if (length === null || received.length < length) return
      const text = received.toString()
      received = Buffer.alloc(0)
      onResponse(text)
    })
    const request = (method: string, path: string, body: object, token?: string) =>
      new Promise<unknown>((fulfil, fail) => {
        onResponse = (text) => {
          try {
            fulfil(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
          } catch (error) {
            fail(error)
          }
          return undefined
        }
        socket.write(requestOf(method, path, JSON.stringify(body), token))
      })
    socket.on('connect', () => resolve({ request, close: () => void socket.end() }))
  })
}

function requestOf(method: string, path: string, body: string, token?: string): string {
  const lines = [
    `host: ${new URL(publicUrl).host}`,
    'accept: application/json',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ]
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
