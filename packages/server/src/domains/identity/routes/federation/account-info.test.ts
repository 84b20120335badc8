import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { currentUser, signInWith, signUp, socialServer } from '../../../../../test/social.ts'

const db = testDatabase()
const server = socialServer(db)
const path = '/api/auth/account-info'

it('is returned only for own accounts', async () => {
  const { current } = server
  const { subject } = current.standIn.persona
  await signInWith(current, current.browser(), 'discord')
  const browser = current.browser()
  current.standIn.persona = { ...current.standIn.persona, subject: '7', email: 's@example.com' }
  await signInWith(current, browser, 'discord')
  for (const accountId of [subject, 'another']) {
    expect(await browser.post(path, { accountId })).toMatchObject({
      status: 400,
      body: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
    })
  }
  expect((await current.browser().get(`${path}?accountId=7`)).status).toBe(401)
})

it('is refused for password accounts', async () => {
  const { current } = server
  const browser = current.browser()
  await signUp(current, browser, current.standIn.persona, { verified: true })
  const accountId = (await currentUser(browser))?.['id']
  expect(await browser.post(path, { accountId })).toMatchObject({
    status: 500,
    body: { message: 'Provider account provider is credential but it is not configured' },
  })
})

it('is refused if the provider now reports another person', async () => {
  const { current } = server
  const { persona } = current.standIn
  const browser = current.browser()
  await signInWith(current, browser, 'discord')
  current.standIn.persona = { ...persona, subject: 'another' }
  expect(await browser.post(path, { accountId: persona.subject })).toMatchObject({
    status: 400,
    body: { code: 'FAILED_TO_GET_USER_INFO', message: 'Failed to get user info' },
  })
})
