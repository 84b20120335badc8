import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends raw bytes, which no client library would, and reads the response to its end. */
export async function rawRequest(port: number, ...lines: readonly string[]): Promise<RawAnswer> {
  const head = lines.some((line) => /^connection:/i.test(line)) ? lines : withClose(lines)
  return parseAnswer(await rawBytes(port, head.join('\r\n')))
}

/** Adds `connection: close` to the headers, so that the response ends. */
function withClose(lines: readonly string[]): string[] {
  const blank = lines.indexOf('')
  const end = blank < 0 ? lines.length : blank
  const body = blank < 0 ? ['', ''] : lines.slice(blank)
  return [...lines.slice(0, end), 'connection: close', ...body]
}

export function rawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.write(bytes)
  })
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...headerLines] = text.slice(0, end).split('\r\n')
  const headers = headerLines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  }
}

export type SentParts = [
  method: string,
  path: string,
  headers?: readonly string[] | undefined,
  body?: string | undefined,
]

/** One request on a separate connection. */
export const sendTo = (port: number, ...[method, path, headers = [], body = '']: SentParts) =>
  rawRequest(
    port,
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...headers,
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  )

export const jsonOf = ({ body }: RawAnswer): unknown => JSON.parse(body)
