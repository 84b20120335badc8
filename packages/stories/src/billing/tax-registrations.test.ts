import { beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import { type Answer, call, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['organizations:write'])).token
})

/** The official client has no operations for tax registrations. */
async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  bearer = token,
): Promise<Answer> {
  const answer = await fetch(`${site.url}/v1/tax-registrations/${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}

const refused = (field: string) => ({
  status: 422,
  body: { error: 'RequestValidationError', detail: [{ loc: ['body', field] }] },
})

describe('the backend of Acme', () => {
  it('creates, updates and deletes a tax registration', async () => {
    const created = await send('POST', '', { country: 'DE', tax_number: 'DE136695976' })
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
    expect(await send('PATCH', id, { scheme: 'oss' })).toMatchObject({
      status: 200,
      body: { id, scheme: 'oss', tax_number: 'DE136695976' },
    })
    expect(await send('GET')).toMatchObject({ body: { items: [{ id, scheme: 'oss' }] } })
    expect(await send('DELETE', id)).toEqual({ status: 204, body: null })
    expect(await send('GET')).toMatchObject({ body: { items: [] } })
    expect(await send('DELETE', id)).toMatchObject({ status: 404 })
  })

  it('gets errors that point at the invalid field', async () => {
    await send('POST', '', { country: 'FR', scheme: 'oss' })
    const { body } = await send('POST', '', { country: 'GB' })
    const british = textAt(body, 'id')
    expect(await send('POST', '', { country: 'GB' })).toMatchObject(refused('country'))
    expect(await send('POST', '', { country: 'IT', scheme: 'oss' })).toMatchObject(
      refused('scheme'),
    )
    expect(await send('POST', '', { country: 'JP', scheme: 'oss' })).toMatchObject(
      refused('scheme'),
    )
    expect(await send('PATCH', british, { scheme: 'oss' })).toMatchObject(refused('scheme'))
    expect(await send('POST', '', { country: 'US' })).toMatchObject(refused('state'))
  })

  it('cannot write without the write scope', async () => {
    const reading = (await newToken(acme, ['organizations:read'])).token
    expect(await send('GET', '', undefined, reading)).toMatchObject({ status: 200 })
    expect(await send('POST', '', { country: 'NO' }, reading)).toMatchObject({ status: 403 })
  })
})

it('a member lists registrations in the dashboard, and other organizations see none', async () => {
  const { organizationId, person } = acme
  const path = `/tax-registrations/?organization_id=${organizationId}`
  const input = { country: 'AU', organization_id: organizationId }
  const created = await call(person, 'POST', '/tax-registrations/', input)
  expect(created).toMatchObject({ status: 201 })
  const { body } = await call(person, 'GET', path)
  expect(body).toMatchObject({ items: expect.arrayContaining([created.body]) })
  const bob = await newPerson(site, 'bob@other.test')
  expect(await call(bob, 'GET', path)).toMatchObject({ body: { items: [] } })
  const theirs = `/tax-registrations/${textAt(created.body, 'id')}`
  expect(await call(bob, 'PATCH', theirs, {})).toMatchObject({ status: 404 })
  expect(await call(bob, 'DELETE', theirs)).toMatchObject({ status: 404 })
  expect(await call(bob, 'POST', '/tax-registrations/', input)).toMatchObject({ status: 422 })
})
