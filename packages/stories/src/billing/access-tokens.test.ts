import { beforeAll, describe, expect, it } from 'vitest'
import { anotherBrowser, newPerson } from '../people.ts'
import { day, hour, testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, newSeller, newToken, type Seller } from './seller.ts'

const site = testSite()
const path = '/organization-access-tokens/'
let acme: Seller

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
})

const list = async () => {
  const { body } = await call(acme.person, 'GET', `${path}?organization_id=${acme.organizationId}`)
  return at(body, 'items')
}

const isAccepted = async (token: string): Promise<boolean> =>
  asBackend(site, token)
    .organizations.list({})
    .then(
      () => true,
      () => false,
    )

describe('an access token', () => {
  it('is shown once and not listed afterwards', async () => {
    const { id, token } = await newToken(acme, ['organizations:read'])
    expect(token).toMatch(/^guildhall_oat_[0-9A-Za-z]{30}$/)
    const listed = await list()
    expect(listed).toMatchObject([{ id, comment: 'Backend', last_used_at: null }])
    expect(JSON.stringify(listed)).not.toContain(token)
  })

  it('records its last use', async () => {
    const { id, token } = await newToken(acme, ['organizations:read'])
    expect(await isAccepted(token)).toBe(true)
    expect(await list()).toContainEqual(
      expect.objectContaining({ id, last_used_at: expect.any(String) }),
    )
  })

  it('is refused after it expires', async () => {
    const { token } = await newToken(acme, ['organizations:read'], { expires_in: 'PT1H' })
    expect(await isAccepted(token)).toBe(true)
    site.advanceTime(hour)
    expect(await isAccepted(token)).toBe(false)
    site.advanceTime(-hour)
  })

  it('is of the active organization where none is named, and none is without one', async () => {
    const { person, organizationId } = await newSeller(site, 'active')
    const input = { comment: 'Backend', scopes: ['organizations:read'] }
    const refused = await call(person, 'POST', path, input)
    expect(refused).toMatchObject({ status: 422, body: { error: 'RequestValidationError' } })
    await person.organization.setActive({ organizationId })
    const { status, body } = await call(person, 'POST', path, input)
    expect(status).toBe(201)
    const { items } = (await asBackend(site, textAt(body, 'token')).organizations.list({})).result
    expect(items.map(({ id }) => id)).toEqual([organizationId])
    const tokens = at((await call(person, 'GET', path)).body, 'items')
    expect(tokens).toMatchObject([{ organization_id: organizationId }])
  })

  it('can be reduced to fewer scopes', async () => {
    const { id, token } = await newToken(acme, ['organizations:write'])
    const polar = asBackend(site, token)
    const change = () =>
      polar.organizations.update({
        id: acme.organizationId,
        organizationUpdate: { website: 'https://acme.test' },
      })
    await change()
    const less = { scopes: ['organizations:read'], comment: 'Reads only' }
    const { body } = await call(acme.person, 'PATCH', `${path}${id}`, less)
    expect(body).toMatchObject(less)
    await expect(change()).rejects.toThrow('lacks the scope organizations:write')
  })

  it('is refused as soon as it is revoked', async () => {
    const { id, token } = await newToken(acme, ['organizations:read'])
    expect(await isAccepted(token)).toBe(true)
    expect(await call(acme.person, 'DELETE', `${path}${id}`)).toEqual({ status: 204, body: null })
    expect(await isAccepted(token)).toBe(false)
    expect((await call(acme.person, 'DELETE', `${path}${id}`)).status).toBe(404)
  })
})

describe('managing access tokens', () => {
  it('is refused to strangers', async () => {
    const { id } = await newToken(acme, ['organizations:read'])
    const stranger = await newPerson(site, 'mallory@example.test')
    const query = `?organization_id=${acme.organizationId}`
    expect((await call(stranger, 'GET', `${path}${query}`)).body).toMatchObject({ items: [] })
    const answers = [
      await call(stranger, 'PATCH', `${path}${id}`, { comment: 'Mine' }),
      await call(stranger, 'DELETE', `${path}${id}`),
    ]
    expect(answers.map(({ status, body }) => [status, at(body, 'error')])).toEqual([
      [404, 'ResourceNotFound'],
      [404, 'ResourceNotFound'],
    ])
  })

  it('requires a fresh session', async () => {
    site.advanceTime(day + hour)
    const input = { organization_id: acme.organizationId, comment: 'CI', scopes: ['orders:read'] }
    const stale = await call(acme.person, 'POST', path, input)
    expect([stale.status, at(stale.body, 'detail')]).toEqual([403, 'Session is not fresh'])
    const again = await call(await anotherBrowser(acme.person), 'POST', path, input)
    expect(again.status).toBe(201)
    expect(textAt(again.body, 'token')).toMatch(/^guildhall_oat_/)
  })
})
