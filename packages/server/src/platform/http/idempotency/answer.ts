import * as z from 'zod/mini'
import type { Answer } from '../guards.ts'

const Packed = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  text: z.nullable(z.string()),
  base64: z.nullable(z.string()),
})

/** Serializes a response as one text, from which status, headers and bytes are restored. */
export function packAnswer({ status, headers, body }: Answer): string {
  const text = typeof body === 'string' ? body : null
  const base64 = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : null
  return JSON.stringify({ status, headers, text, base64 })
}

export function unpackAnswer(packed: string): Answer {
  const { status, headers, text, base64 } = Packed.parse(JSON.parse(packed))
  return { status, headers, body: base64 === null ? text : Buffer.from(base64, 'base64') }
}
