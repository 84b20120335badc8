import { connect } from 'node:net'
import { answerLength } from '../load/answer-length.ts'
import { publicUrl } from '../setting.ts'

/** A connection that stays open, on which one question waits for the answer of the last. */
export interface Line {
  ask(method: string, path: string, body: object, token?: string): Promise<unknown>
  close(): void
}

export function openLine(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received: Buffer = Buffer.alloc(0)
    let answered = (_text: string) => undefined
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = answerLength(received)
      if (length === null || received.length < length) return
      const text = received.toString()
      received = Buffer.alloc(0)
      answered(text)
    })
    const ask = (method: string, path: string, body: object, token?: string) =>
      new Promise<unknown>((tell, refuse) => {
        answered = (text) => {
          try {
            tell(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
          } catch (error) {
            refuse(error)
          }
          return undefined
        }
        socket.write(requestOf(method, path, JSON.stringify(body), token))
      })
    socket.on('connect', () => resolve({ ask, close: () => void socket.end() }))
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
