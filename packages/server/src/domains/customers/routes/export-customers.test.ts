import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(['customers:write'])

const head =
  'id,created_at,modified_at,external_id,email,email_verified,name,billing_address_line1,' +
  'billing_address_line2,billing_address_postal_code,billing_address_city,' +
  'billing_address_state,billing_address_country,tax_id,metadata'

beforeAll(async () => {
  await newCustomer(calls, {
    email: 'ada@example.test',
    name: '@ada',
    external_id: 'user-1',
    billing_address: { line1: '1 High Street', city: 'Bern', country: 'CH' },
    metadata: { plan: 'pro' },
  })
  await newCustomer(calls, { email: 'zoe@example.test', name: 'Zoe' })
  await newCustomer(calls, { email: 'bob@example.test' })
  const gone = await newCustomer(calls, { email: 'gone@example.test' })
  await calls.remove(`/customers/${gone.id}`)
})

const linesOf = async (query: string): Promise<string[]> => {
  const answer = await calls.get(`/customers/export?${query}`)
  expect(answer.status).toBe(200)
  const lines = answer.text.split('\r\n')
  expect(lines.shift()).toBe(head)
  expect(lines.pop()).toBe('')
  return lines
}

describe('an export of customers', () => {
  it('is a file with their fields', async () => {
    const { headers } = await calls.get('/customers/export')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="customers.csv"')
    const [line = ''] = await linesOf('email=ADA@example.test')
    expect(line.slice(36)).toMatch(
      /^,\d{4}-\d\d-\d\dT[\d:.]+Z,[^,]*,user-1,ada@example.test,false,'@ada,1 High Street,,,Bern,,CH,,"{""plan"":""pro""}"$/,
    )
  })

  it.each([
    ['', ['bob', 'zoe', 'ada']],
    ['sorting=created_at', ['ada', 'zoe', 'bob']],
    ['sorting=email', ['ada', 'bob', 'zoe']],
    ['sorting=-name', ['zoe', 'ada', 'bob']],
    ['query=oe', ['zoe']],
    ['metadata[plan]=pro', ['ada']],
    ['email=nobody@example.test', []],
  ])('has what the list has with %j', async (query, names) => {
    const lines = await linesOf(query)
    expect(lines.map((line) => /(\w+)@example.test/.exec(line)?.[1])).toEqual(names)
  })

  it.each([
    ['sorting=secret', 'query.sorting'],
    ['organization_id=x', 'query.organization_id'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await calls.get(`/customers/export?${query}`))).toMatch(
      `422 RequestValidationError ${field}`,
    )
  })

  it('needs the right to read customers, and has none of other sellers', async () => {
    const token = await newBackend(server.current, acme, ['orders:read'])
    expect(briefOf(await token.get('/customers/export'))).toBe('403 NotPermitted')
    const other = await createOrganization(server.current)
    const stranger = await newBackend(server.current, other, ['customers:read'])
    for (const query of ['', `organization_id=${acme.id}`]) {
      expect((await stranger.get(`/customers/export?${query}`)).text).toBe(`${head}\r\n`)
    }
  })
})
