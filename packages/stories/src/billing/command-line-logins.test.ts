import { expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, newSeller } from './seller.ts'

const site = testSite()
const logins = '/command-line-logins/'

/** A command line of a machine where nobody is signed in. */
async function startLogin() {
  const terminal = newVisitor(site)
  const { body } = await call(terminal, 'POST', logins, { device_name: 'laptop.local' })
  const token = textAt(body, 'token')
  return {
    code: textAt(body, 'user_code'),
    token,
    status: () => call(terminal, 'POST', `${logins}status`, { token }),
    revoke: () => call(terminal, 'POST', '/organization-access-tokens/revoke', { token }),
  }
}

const isAccepted = (token: string): Promise<boolean> =>
  asBackend(site, token)
    .organizations.list({})
    .then(
      () => true,
      () => false,
    )

it('a command line gets a token by the code that a seller types, and revokes it', async () => {
  const { person, organizationId } = await newSeller(site, 'acme')
  const { code, token, status, revoke } = await startLogin()
  expect(at((await status()).body, 'status')).toBe('pending')
  const found = await call(person, 'POST', `${logins}find`, { user_code: code })
  expect(found).toMatchObject({ status: 200, body: { device_name: 'laptop.local' } })
  expect(await isAccepted(token)).toBe(false)
  const approved = await call(person, 'POST', `${logins}approve`, {
    organization_id: organizationId,
    user_code: code,
    scopes: ['organizations:read'],
    expires_in: 'P90D',
  })
  expect(approved).toMatchObject({ status: 201, body: { comment: 'Command line on laptop.local' } })
  expect(at((await status()).body, 'status')).toBe('approved')
  expect(await isAccepted(token)).toBe(true)
  expect(await revoke()).toMatchObject({ status: 204 })
  expect(await isAccepted(token)).toBe(false)
})

it('a command line gets nothing from who denies its code', async () => {
  const { person } = await newSeller(site, 'cautious')
  const { code, token, status } = await startLogin()
  const denied = await call(person, 'POST', `${logins}deny`, { user_code: code })
  expect(denied).toMatchObject({ status: 204 })
  expect(await status()).toMatchObject({ status: 404, body: { error: 'ResourceNotFound' } })
  expect(await isAccepted(token)).toBe(false)
})
