import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { asBackend, newSeller, newToken } from './seller.ts'

const site = testSite()
let token: string
let customerId: string
let meterId: string

beforeAll(async () => {
  const acme = await newSeller(site, 'acme')
  token = (
    await newToken(acme, [
      'events:write',
      'customers:write',
      'customer_meters:read',
      'customer_sessions:write',
      'meters:write',
    ])
  ).token
  const { customers, meters } = backend()
  customerId = (await customers.create({ email: 'ann@users.test' })).id
  meterId = (
    await meters.create({
      name: 'Tokens',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'sum', property: 'tokens' },
    })
  ).id
})

const backend = () => asBackend(site, token)

interface Call {
  readonly body?: string
  readonly credentials?: string
}

async function call(path: string, { body, credentials = token }: Call = {}): Promise<unknown> {
  const answer = await fetch(site.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

describe('the examples of the documentation', () => {
  async function examples(language: string): Promise<string[]> {
    const page = await readFile(new URL('../../../../docs/credits.md', import.meta.url), 'utf8')
    const blocks = page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\`\n`, 'gs'))
    return Array.from(blocks, ([, code = '']) => code)
  }

  function send(command: string): Promise<unknown> {
    const filled = command.replaceAll('$CUSTOMER_ID', customerId).replaceAll('$METER_ID', meterId)
    const [, body = ''] = /-d '(.*)'$/s.exec(filled) ?? []
    const [, path = ''] = /"\$GUILDHALL_URL(\S+)"/.exec(filled) ?? []
    return call(path, { body })
  }

  it('give and take credits', async () => {
    const [give = '', take = ''] = await examples('sh')
    expect(await send(give)).toMatchObject({
      source: 'present',
      units: 1000,
      remaining_units: 1000,
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    expect(await send(take)).toEqual({ units: 200, balance: 800 })
  })

  it('read balances with the official client', async () => {
    await backend().events.ingest({
      events: [{ name: 'call', customerId, metadata: { tokens: 50.5 } }],
    })
    const [program = ''] = await examples('js')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', program],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env: {
          PATH: process.env['PATH'],
          GUILDHALL_URL: site.url,
          GUILDHALL_TOKEN: token,
          CUSTOMER_ID: customerId,
        },
      },
    )
    expect(stdout.trim()).toBe('50.5 800 749.5')
  })
})

describe('the backend of Acme', () => {
  it('reads the lots of a customer, and what changed them', async () => {
    const path = `/v1/customers/${customerId}/credits`
    expect(await call(`${path}?meter_id=${meterId}&is_open=true`)).toMatchObject({
      items: [{ units: 1000, remaining_units: 749.5 }],
      pagination: { total_count: 1 },
    })
    expect(await call(`${path}/movements?sorting=created_at`)).toMatchObject({
      items: [
        { type: 'open', units: 1000, balance: 1000, reason: 'Thank you for waiting' },
        { type: 'deduct', units: -200, balance: 800, reason: 'Given twice' },
      ],
    })
  })

  it('lets the customer read in the portal what they have left', async () => {
    const { token: session } = await backend().customerSessions.create({ customerId })
    const { result } = await backend().customerPortal.customerMeters.list(
      { customerSession: session },
      {},
    )
    const [meter] = result.items
    expect(meter).toMatchObject({ creditedUnits: 800, balance: 749.5 })
    const path = `/v1/customer-portal/meters/${meter?.id}/credits`
    expect(await call(path, { credentials: session })).toMatchObject({
      items: [{ remaining_units: 749.5, expires_at: '2099-01-01T00:00:00.000Z' }],
    })
  })

  it('sees the same in the list of customer meters', async () => {
    const { result } = await backend().customerMeters.list({ customerId, sorting: ['-balance'] })
    expect(result.items).toMatchObject([
      { meterId, consumedUnits: 50.5, creditedUnits: 800, balance: 749.5 },
    ])
  })
})
