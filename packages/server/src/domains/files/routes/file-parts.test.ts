import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  base64Of,
  completeUpload,
  fileOf,
  type StartedUpload,
  sendParts,
  startUpload,
} from '../../../../test/files.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const clock = movableClock()
const { server, acme, calls } = sellingServer(['files:write'], {}, { clock })

const bytes = Buffer.from('forty-two bytes that a customer will buy!!')
const others = Buffer.from('forty-two bytes that no customer will buy!')

const unchecked = { upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: bytes.length }] } }

const firstPart = ({ upload }: StartedUpload) => upload.parts[0] ?? expect.fail('a file has a part')

const put = async (
  url: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(url, { method: 'PUT', body, headers })
  const text = await answer.text()
  return [answer.status, text === '' ? null : JSON.parse(text).error]
}

describe('a part', () => {
  it('can be sent from any origin and with any session, and the ETag can be read', async () => {
    const { url, headers } = firstPart(await startUpload(calls, fileOf(bytes)))
    const origin = 'https://shop.example'
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-checksum-sha256')
    const cookie = 'guildhall.session_token=x'
    const sent = await fetch(url, {
      method: 'PUT',
      headers: { ...headers, origin, cookie },
      body: bytes,
    })
    expect(sent.headers.get('access-control-allow-origin')).toBe('*')
    expect(sent.headers.get('access-control-expose-headers')).toContain('etag')
    expect(sent.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('can be sent again, and the last one counts', async () => {
    const file = await startUpload(calls, fileOf(bytes, unchecked))
    const first = await sendParts(file, others)
    const completion = await sendParts(file, bytes)
    expect((await completeUpload(calls, file, first)).status).toBe(422)
    const done = await completeUpload(calls, file, completion)
    expect(done.body).toMatchObject({ checksum_sha256_base64: base64Of(bytes) })
  })

  it('is stored once although it is sent repeatedly', async () => {
    const file = await startUpload(calls, fileOf(bytes, unchecked))
    for (const letter of 'abcdef') await sendParts(file, Buffer.alloc(bytes.length, letter))
    const left = await readdir(server.current.config.server.data, { recursive: true })
    const parts = left.filter((name) => name.includes(`${file.upload.id}/`))
    expect(parts).toHaveLength(1)
  })

  it('is refused after its file is completed or deleted', async () => {
    const whole = await startUpload(calls, fileOf(bytes))
    await completeUpload(calls, whole, await sendParts(whole, bytes))
    const deleted = await startUpload(calls, fileOf(bytes))
    await calls.remove(`/files/${deleted.id}`)
    for (const file of [whole, deleted]) {
      expect(await put(firstPart(file).url, bytes)).toEqual([404, 'ResourceNotFound'])
    }
  })

  it('must have the announced length and checksum', async () => {
    const announced = firstPart(await startUpload(calls, fileOf(bytes)))
    const free = firstPart(await startUpload(calls, fileOf(bytes, unchecked)))
    const checksumOf = (of: Uint8Array) => ({ 'x-amz-checksum-sha256': base64Of(of) })
    const bad = [400, 'BadRequest']
    expect(await put(announced.url, Buffer.concat([bytes, bytes]))).toEqual(bad)
    expect(await put(announced.url, Buffer.from(bytes.subarray(1)))).toEqual(bad)
    expect(await put(announced.url, others)).toEqual(bad)
    expect(await put(announced.url, others, checksumOf(others))).toEqual(bad)
    expect(await put(announced.url, bytes, checksumOf(others))).toEqual(bad)
    expect(await put(announced.url, bytes, { 'x-amz-checksum-sha256': 'nonsense' })).toEqual(bad)
    expect(await put(free.url, others, checksumOf(bytes))).toEqual(bad)
    expect(await put(free.url, others, checksumOf(others))).toEqual([200, null])
    expect(await put(announced.url, bytes)).toEqual([200, null])
  })

  it('must announce its length', async () => {
    const { url } = firstPart(await startUpload(calls, fileOf(bytes)))
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes)
        controller.close()
      },
    })
    const answer = await fetch(url, { method: 'PUT', body, duplex: 'half' })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'BadRequest', detail: 'This part must have exactly 42 bytes' },
    ])
  })

  it('that is interrupted leaves no bytes behind', async () => {
    const file = await startUpload(calls, fileOf(bytes))
    const { url } = firstPart(file)
    await new Promise<void>((resolve) => {
      const half = request(url, { method: 'PUT', headers: { 'content-length': '42' } })
      half.on('error', () => resolve())
      half.write(bytes.subarray(0, 20), () => setImmediate(() => half.destroy()))
    })
    const folder = server.current.config.server.data
    await expect
      .poll(async () => {
        const left = await readdir(folder, { recursive: true })
        return left.filter((name) => name.includes(file.upload.id) && name.includes('incoming'))
      })
      .toEqual([])
    expect(await put(url, bytes)).toEqual([200, null])
  })
})

describe('the link of a part', () => {
  it.each<[string, (url: URL) => void]>([
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['no expiry', (url) => url.searchParams.delete('expires')],
    ['another expiry', (url) => url.searchParams.set('expires', '99999999999')],
    ['a malformed expiry', (url) => url.searchParams.set('expires', '1e9')],
    [
      'a signature of zeros',
      (url) => url.searchParams.set('signature', `00000000.${'A'.repeat(43)}`),
    ],
    ['a malformed signature', (url) => url.searchParams.set('signature', 'x')],
    ['another part', (url) => void (url.pathname = url.pathname.replace(/1$/, '2'))],
    ['another name', (url) => void (url.pathname = url.pathname.replace('manual', 'virus'))],
    [
      'a path traversal',
      (url) => void (url.pathname = url.pathname.replace('manual.txt', '..%2f..%2fx')),
    ],
    [
      'another file',
      (url) => void (url.pathname = url.pathname.replace(/[0-9a-f-]{36}(?=\/manual)/, acme.id)),
    ],
  ])('with %s is refused', async (_title, tamper) => {
    const url = new URL(firstPart(await startUpload(calls, fileOf(bytes))).url)
    tamper(url)
    expect(await put(url.href, bytes)).toEqual([403, 'NotPermitted'])
  })

  it('expires after ten minutes', async () => {
    const { url, expires_at } = firstPart(await startUpload(calls, fileOf(bytes)))
    const left = new Date(expires_at).getTime() - clock.now().getTime()
    expect(left).toBeLessThanOrEqual(600_000)
    expect(left).toBeGreaterThan(500_000)
    clock.advance(601)
    const answer = await fetch(url, { method: 'PUT', body: bytes })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: 'NotPermitted', detail: 'This URL has expired' },
    ])
  })

  it('does not answer GET', async () => {
    const { url } = firstPart(await startUpload(calls, fileOf(bytes)))
    expect((await fetch(url)).status).toBe(405)
  })
})
