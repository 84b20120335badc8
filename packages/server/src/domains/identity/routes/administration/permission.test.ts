import { hasPermission } from '@guildhall/contract/identity/admin'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { newPerson, type Person } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person
let user: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
  user = await newPerson(server.current)
})

const listing = { permissions: { user: ['list'] } }
const nobody = '01a1f8f0-0000-7000-8000-000000000000'

const ask = ({ browser }: Pick<Person, 'browser'>, body: object) =>
  browser.post(hasPermission.path, body)

describe('defect 7: has-permission must not reveal other users', () => {
  it('refuses anonymous calls, whether or not the user exists', async () => {
    const anonymous = { browser: openBrowser(server.current.url) }
    for (const about of [{ userId: operator.id }, { userId: nobody }, { role: 'admin' }, {}]) {
      expect(await ask(anonymous, { ...listing, ...about })).toMatchObject({ status: 401 })
    }
  })

  it('answers users about themselves, even if they name someone else', async () => {
    for (const about of [{ userId: operator.id }, { userId: nobody }, { role: 'admin' }, {}]) {
      const answer = await ask(user, { ...listing, ...about })
      expect(answer).toMatchObject({ status: 200, body: { error: null, success: false } })
    }
  })
})

describe('an operator', () => {
  it.each([
    ['themselves', () => ({}), true],
    ['another user', () => ({ userId: user.id }), false],
    ['themselves by id', () => ({ userId: operator.id }), true],
    ['a role', () => ({ role: 'user' }), false],
    ['several roles', () => ({ role: 'user,admin' }), true],
    ['no role', () => ({ role: 'constructor' }), false],
  ])('can check %s', async (_what, about, success) => {
    const answer = await ask(operator, { ...listing, ...about() })
    expect(answer).toMatchObject({ status: 200, body: { error: null, success } })
  })

  it('is refused for an unknown user', async () => {
    const answer = await ask(operator, { ...listing, userId: nobody })
    const body = { code: 'USER_NOT_FOUND', message: 'user not found' }
    expect(answer).toMatchObject({ status: 400, body })
  })

  it.each([
    [{ permission: { user: ['ban', 'list'], session: ['delete'] } }, true],
    [{ permissions: { user: ['fly'] } }, false],
    [{ permissions: { dragons: ['list'] } }, false],
    [{ permissions: {} }, false],
  ])('%j', async (body, success) => {
    expect(await ask(operator, body)).toMatchObject({ status: 200, body: { success } })
  })

  it.each([[{}], [{ permissions: 'user:list' }], [{ permissions: { user: 'list' } }]])(
    '%j is refused',
    async (body) => {
      const answer = await ask(operator, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    },
  )
})
