import { beforeAll, describe, expect, it } from 'vitest'
import { newcomer } from '../people.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { type Answered, call, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['organizations:write'])).token
})

/** The official client has no operations for it, so backends call it plainly. */
async function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  bearer = token,
): Promise<Answered> {
  const answer = await fetch(`${site.url}/v1/tax-registrations/${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const refused = (place: string) => ({
  status: 422,
  body: { error: 'RequestValidationError', detail: [{ loc: ['body', place] }] },
})

describe('the backend of Acme', () => {
  it('registers where Acme collects tax, changes it, and ends it', async () => {
    const created = await ask('POST', '', { country: 'DE', tax_number: 'DE136695976' })
    expect(created).toMatchObject({
      status: 201,
      body: {
        organization_id: acme.organizationId,
        country: 'DE',
        state: null,
        scheme: 'domestic',
        tax_number: 'DE136695976',
        tax_rate: { display_name: 'VAT', basis_points: 1900 },
      },
    })
    const id = textAt(created.body, 'id')
    expect(await ask('PATCH', id, { scheme: 'oss' })).toMatchObject({
      status: 200,
      body: { id, scheme: 'oss', tax_number: 'DE136695976' },
    })
    expect(await ask('GET')).toMatchObject({ body: { items: [{ id, scheme: 'oss' }] } })
    expect(await ask('DELETE', id)).toEqual({ status: 204, body: null })
    expect(await ask('GET')).toMatchObject({ body: { items: [] } })
    expect(await ask('DELETE', id)).toMatchObject({ status: 404 })
  })

  it('is told what doesn’t go together', async () => {
    await ask('POST', '', { country: 'FR', scheme: 'oss' })
    const { body } = await ask('POST', '', { country: 'GB' })
    const british = textAt(body, 'id')
    expect(await ask('POST', '', { country: 'GB' })).toMatchObject(refused('country'))
    expect(await ask('POST', '', { country: 'IT', scheme: 'oss' })).toMatchObject(refused('scheme'))
    expect(await ask('POST', '', { country: 'JP', scheme: 'oss' })).toMatchObject(refused('scheme'))
    expect(await ask('PATCH', british, { scheme: 'oss' })).toMatchObject(refused('scheme'))
    expect(await ask('POST', '', { country: 'US' })).toMatchObject(refused('state'))
  })

  it('may only read with a token that may only read', async () => {
    const reading = (await newToken(acme, ['organizations:read'])).token
    expect(await ask('GET', '', undefined, reading)).toMatchObject({ status: 200 })
    expect(await ask('POST', '', { country: 'NO' }, reading)).toMatchObject({ status: 403 })
  })
})

it('Ann sees them in the dashboard, where she names the organization; Bob sees none', async () => {
  const { organizationId, person } = acme
  const path = `/tax-registrations/?organization_id=${organizationId}`
  const wish = { country: 'AU', organization_id: organizationId }
  const created = await call(person, 'POST', '/tax-registrations/', wish)
  expect(created).toMatchObject({ status: 201 })
  const { body } = await call(person, 'GET', path)
  expect(body).toMatchObject({ items: expect.arrayContaining([created.body]) })
  const bob = await newcomer(site, 'bob@elsewhere.test')
  expect(await call(bob, 'GET', path)).toMatchObject({ body: { items: [] } })
  const theirs = `/tax-registrations/${textAt(created.body, 'id')}`
  expect(await call(bob, 'PATCH', theirs, {})).toMatchObject({ status: 404 })
  expect(await call(bob, 'DELETE', theirs)).toMatchObject({ status: 404 })
  expect(await call(bob, 'POST', '/tax-registrations/', wish)).toMatchObject({ status: 422 })
})
