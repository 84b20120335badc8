import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { goodPassword, newPerson } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const shared = testServer(db)

it('an internal error has the name that clients expect, and no details', async () => {
  const { browser } = await newPerson(shared.current, { username: 'Ann_Example' })
  await runOn(db.ownerUrl, 'alter table session rename to session_away')

  const read = await browser.get('/api/auth/get-session')
  expect(read).toMatchObject({ status: 500, cookies: [] })
  expect(read.body).toEqual({
    code: 'FAILED_TO_GET_SESSION',
    message: 'Failed to get session',
    requestId: expect.any(String),
  })

  const body = { username: 'ann_example', password: goodPassword }
  const signIn = await browser.post('/api/auth/sign-in/username', body)
  expect(signIn).toMatchObject({ status: 500, cookies: [] })
  expect(signIn.body).toEqual({
    code: 'UNEXPECTED_ERROR',
    message: 'unexpected error',
    requestId: expect.any(String),
  })
})
