import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { pdfText } from '../packages/server/test/pdf-text.ts'

const bundle = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

interface Started {
  readonly child: ChildProcess
  readonly url: string
}

interface Ended {
  readonly code: number | null
  readonly errors: string
  /** What a person would otherwise have to read beside the one line. */
  readonly complaints: readonly string[]
}

/** Empty before the first server; making it ready costs more than what is seen of it afterwards. */
let data: string
/** What stands before the tests that only ask for one. */
let standing: Started | undefined
const children: ChildProcess[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'guildhall-start-'))
})

afterAll(async () => {
  for (const child of children) await end(child, 'SIGTERM')
  await rm(data, { recursive: true, force: true })
})

function launch(settings: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env['PATH'], GUILDHALL_DATA: data, PORT: '0', ...settings }
  const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Resolves when the server has greeted. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = launch(settings)
  // A server whose log nobody takes stands still as soon as the pipe is full.
  child.stdout?.resume()
  const greeting = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes('Mails')) resolve(said)
    })
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)))
  })
  const url = /Guildhall\s+(\S+)/.exec(greeting)?.[1]
  if (url === undefined) throw new Error(`no address in: ${greeting}`)
  return { child, url }
}

/** One that stays for whoever asks next. */
async function running(): Promise<Started> {
  if (standing === undefined || hasEnded(standing.child)) standing = await start()
  return standing
}

async function refusal(settings: Readonly<Record<string, string>>): Promise<Ended> {
  const child = launch(settings)
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk)
  })
  let logged = ''
  child.stdout?.on('data', (chunk) => {
    logged += String(chunk)
  })
  const [code] = await once(child, 'close')
  const complaints = logged.split('\n').filter((line) => /"level":"(warn|error)"/.test(line))
  return { code, errors: errors.trim(), complaints }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const answered = z.record(z.string(), z.unknown())
const made = z.object({ id: z.string(), client_secret: z.optional(z.string()) })
const orders = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Somebody who has just signed up: what they ask for, in their session. */
async function newOwner(url: string) {
  const headers = new Headers({ 'content-type': 'application/json', origin: url })
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return { answer, value: answered.parse(JSON.parse(text)) }
  }
  const person = { name: 'Ada', email: 'ada@example.com', password: 'seven green teapots' }
  const { answer } = await ask('POST', '/api/auth/sign-up/email', person)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  headers.set('cookie', cookies.join('; '))
  return async (method: string, path: string, body?: object) =>
    (await ask(method, path, body)).value
}

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200

describe('the server', () => {
  it('starts on an empty folder, stops when told, and starts again', async () => {
    const first = await running()
    expect(await isReady(first.url)).toBe(true)
    await end(first.child, 'SIGTERM')
    expect(first.child.exitCode).toBe(0)
    const second = await running()
    expect(await isReady(second.url)).toBe(true)
  })

  it('sells, and draws the invoice', async () => {
    const { url } = await running()
    const call = await newOwner(url)
    const acme = { name: 'Acme', slug: 'acme' }
    const { id } = made.parse(await call('POST', '/api/auth/organization/create', acme))
    await call('PUT', `/v1/organizations/${id}/seller-details`, { name: 'Acme GmbH' })
    const product = await call('POST', '/v1/products/', {
      organization_id: id,
      name: 'Handbook',
      recurring_interval: null,
      prices: [{ amount_type: 'fixed', price_amount: 1000 }],
    })
    const wish = { organization_id: id, products: [product['id']] }
    const checkout = made.parse(await call('POST', '/v1/checkouts/', wish))
    await call('POST', `/v1/checkouts/client/${checkout.client_secret}/confirm`, {
      customer_email: 'bea@buyer.test',
      customer_name: 'Bea Buyer',
      customer_billing_address: { country: 'DE' },
      confirmation_token_id: 'tok_sandbox_ok',
    })
    const bought = `/v1/orders/?organization_id=${id}&checkout_id=${checkout.id}&status=paid`
    const order = await vi.waitFor(
      async () => {
        const [first] = orders.parse(await call('GET', bought)).items
        if (first === undefined) throw new Error('there is no order yet')
        return first
      },
      { timeout: 60_000, interval: 250 },
    )
    const invoice = await call('GET', `/v1/orders/${order.id}/invoice`)
    const drawn = await fetch(String(invoice['url']))
    expect(drawn.headers.get('content-type')).toBe('application/pdf')
    expect(pdfText(Buffer.from(await drawn.arrayBuffer()))).toEqual(
      expect.arrayContaining(['Acme GmbH', 'Bea Buyer', 'Handbook', '$10.00']),
    )
  })

  it('refuses a second server on the same data, in one line', async () => {
    await running()
    const { code, errors } = await refusal({})
    expect(code).toBe(1)
    expect(errors).toContain(data)
    expect(errors.split('\n')).toHaveLength(1)
  })

  it('recovers by itself from a kill -9', async () => {
    const first = await running()
    await end(first.child, 'SIGKILL')
    const second = await running()
    expect(await isReady(second.url)).toBe(true)
  })

  it('says that a port is taken, and leaves nothing', async () => {
    if (standing !== undefined) await end(standing.child, 'SIGTERM')
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    // What the first left would be in the way of the second.
    for (const name of ['PORT', 'GUILDHALL_METRICS_PORT']) {
      const ended = await refusal({ [name]: String(port) })
      const errors = `Cannot listen on 127.0.0.1:${port}: another program listens there already`
      expect({ name, ...ended }).toEqual({ name, code: 1, errors, complaints: [] })
    }
    squatter.close()
    const later = await running()
    expect(await isReady(later.url)).toBe(true)
  })

  it('tells every wrong setting with its name', async () => {
    const { code, errors } = await refusal({
      PORT: 'eighty',
      GUILDHALL_SECRETT: 'x',
      DATABASE_POOLED: 'maybe',
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^PORT /m)
    expect(errors).toMatch(/GUILDHALL_SECRETT is no setting; did you mean GUILDHALL_SECRET\?/)
    expect(errors).toMatch(/^DATABASE_POOLED /m)
  })

  it('says that the database cannot be reached', async () => {
    const { code, errors } = await refusal({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      GUILDHALL_SECRET: 'a'.repeat(32),
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^Cannot use PostgreSQL at 127\.0\.0\.1:9\/none: .*ECONNREFUSED/)
    expect(errors.split('\n')).toHaveLength(1)
  })

  it('says that the data folder cannot be used', async () => {
    const file = join(data, 'file')
    await writeFile(file, '')
    await chmod(file, 0o400)
    const { code, errors } = await refusal({ GUILDHALL_DATA: file })
    expect(code).toBe(1)
    expect(errors).toContain(file)
    expect(errors.split('\n')).toHaveLength(1)
  })
})
