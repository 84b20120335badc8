import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Begun, base64Of, begin, complete, fileOf, send } from '../../../../test/files.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['files:write'])
})

const bytes = Buffer.from('forty-two bytes that somebody wants to buy')
const others = Buffer.from('forty-two bytes that nobody wants to have!')

const unchecked = { upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: bytes.length }] } }

const firstPart = ({ upload }: Begun) => upload.parts[0] ?? expect.fail('a file has a part')

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
  it('has room for its ETag on any page that sends it', async () => {
    const { url, headers } = firstPart(await begin(calls, fileOf(bytes)))
    const origin = 'https://shop.example'
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    expect(asked.headers.get('access-control-allow-headers')).toContain('x-amz-checksum-sha256')
    const sent = await fetch(url, { method: 'PUT', headers: { ...headers, origin }, body: bytes })
    expect(sent.headers.get('access-control-allow-origin')).toBe('*')
    expect(sent.headers.get('access-control-expose-headers')).toContain('etag')
    expect(sent.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('can be sent again, and what came last counts', async () => {
    const file = await begin(calls, fileOf(bytes, unchecked))
    const first = await send(file, others)
    const told = await send(file, bytes)
    expect((await complete(calls, file, first)).status).toBe(422)
    const done = await complete(calls, file, told)
    expect(done.body).toMatchObject({ checksum_sha256_base64: base64Of(bytes) })
  })

  it('takes no more room when it is sent again and again', async () => {
    const file = await begin(calls, fileOf(bytes, unchecked))
    for (const letter of 'abcdef') await send(file, Buffer.alloc(bytes.length, letter))
    const left = await readdir(server.current.config.server.data, { recursive: true })
    const parts = left.filter((name) => name.includes(`${file.upload.id}/`))
    expect(parts).toHaveLength(1)
  })

  it('is refused once its file is complete or gone', async () => {
    const whole = await begin(calls, fileOf(bytes))
    await complete(calls, whole, await send(whole, bytes))
    const gone = await begin(calls, fileOf(bytes))
    await calls.remove(`/files/${gone.id}`)
    for (const file of [whole, gone]) {
      expect(await put(firstPart(file).url, bytes)).toEqual([404, 'ResourceNotFound'])
    }
  })

  it('must have the promised length and checksum', async () => {
    const promised = firstPart(await begin(calls, fileOf(bytes)))
    const free = firstPart(await begin(calls, fileOf(bytes, unchecked)))
    const checksumOf = (of: Uint8Array) => ({ 'x-amz-checksum-sha256': base64Of(of) })
    const bad = [400, 'BadRequest']
    expect(await put(promised.url, Buffer.concat([bytes, bytes]))).toEqual(bad)
    expect(await put(promised.url, Buffer.from(bytes.subarray(1)))).toEqual(bad)
    expect(await put(promised.url, others)).toEqual(bad)
    expect(await put(promised.url, others, checksumOf(others))).toEqual(bad)
    expect(await put(promised.url, bytes, checksumOf(others))).toEqual(bad)
    expect(await put(promised.url, bytes, { 'x-amz-checksum-sha256': 'nonsense' })).toEqual(bad)
    expect(await put(free.url, others, checksumOf(bytes))).toEqual(bad)
    expect(await put(free.url, others, checksumOf(others))).toEqual([200, null])
    expect(await put(promised.url, bytes)).toEqual([200, null])
  })

  it('says how long it is before it comes', async () => {
    const { url } = firstPart(await begin(calls, fileOf(bytes)))
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes)
        controller.close()
      },
    })
    const answer = await fetch(url, { method: 'PUT', body, duplex: 'half' })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'BadRequest', detail: 'This part holds 42 bytes: send exactly so many' },
    ])
  })

  it('that breaks off leaves nothing behind', async () => {
    const file = await begin(calls, fileOf(bytes))
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

describe('the address of a part', () => {
  it.each<[string, (url: URL) => void]>([
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['no end', (url) => url.searchParams.delete('expires')],
    ['another end', (url) => url.searchParams.set('expires', '99999999999')],
    ['a strange end', (url) => url.searchParams.set('expires', '1e9')],
    [
      'a signature of zeros',
      (url) => url.searchParams.set('signature', `00000000.${'A'.repeat(43)}`),
    ],
    ['a strange signature', (url) => url.searchParams.set('signature', 'x')],
    ['another part', (url) => void (url.pathname = url.pathname.replace(/1$/, '2'))],
    ['another name', (url) => void (url.pathname = url.pathname.replace('manual', 'virus'))],
    ['a way out', (url) => void (url.pathname = url.pathname.replace('manual.txt', '..%2f..%2fx'))],
    [
      'another file',
      (url) => void (url.pathname = url.pathname.replace(/[0-9a-f-]{36}(?=\/manual)/, acme.id)),
    ],
  ])('with %s is refused', async (_what, tamper) => {
    const url = new URL(firstPart(await begin(calls, fileOf(bytes))).url)
    tamper(url)
    expect(await put(url.href, bytes)).toEqual([403, 'NotPermitted'])
  })

  it('is good for ten minutes', async () => {
    const { url, expires_at } = firstPart(await begin(calls, fileOf(bytes)))
    const left = new Date(expires_at).getTime() - clock.now().getTime()
    expect(left).toBeLessThanOrEqual(600_000)
    expect(left).toBeGreaterThan(500_000)
    clock.advance(601)
    const answer = await fetch(url, { method: 'PUT', body: bytes })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: 'NotPermitted', detail: 'This address has expired' },
    ])
  })

  it('is no address to look at', async () => {
    const { url } = firstPart(await begin(calls, fileOf(bytes)))
    expect((await fetch(url)).status).toBe(405)
  })
})
