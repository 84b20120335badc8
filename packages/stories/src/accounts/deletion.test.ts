import { beforeAll, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { day, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'

async function newPerson(email: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  unwrap(await visitor.auth.signUp.email({ name: 'Ada', email, password }))
  return visitor
}

let operator: Visitor

beforeAll(async () => {
  operator = await newPerson('operator@site.test')
})

const deletionLink = (email: string) => site.linkTo(email, /Confirm the deletion/)
const mailed = { success: true, message: 'Verification email sent' }
const deleted = { success: true, message: 'User deleted' }

async function isGone(email: string): Promise<boolean> {
  const { error } = await newVisitor(site).auth.signIn.email({ email, password })
  return error?.code === 'INVALID_EMAIL_OR_PASSWORD'
}

it('a user deletes their account with a mailed link in their own browser', async () => {
  const email = 'ada@lovelace.test'
  const ada = await newPerson(email)
  expect(unwrap(await ada.auth.deleteUser({ callbackURL: '/goodbye' }))).toEqual(mailed)
  const link = await deletionLink(email)
  // Mail scanners open the link as well and must not trigger the deletion.
  expect(JSON.parse((await newVisitor(site).open(link)).text)).toMatchObject({
    code: 'FAILED_TO_GET_USER_INFO',
  })
  expect(await isGone(email)).toBe(false)
  expect(await ada.open(link)).toMatchObject({ status: 302, location: '/goodbye' })
  expect(ada.jar.header()).toBe('')
  expect(await isGone(email)).toBe(true)
  await site.mailTo(email, /was deleted/)
})

it('a user deletes their account by sending the mailed token', async () => {
  const email = 'grace@hopper.test'
  const grace = await newPerson(email)
  const guess = await grace.auth.deleteUser({ password: 'a guess' })
  expect(refusal(guess)).toBe('400 INVALID_PASSWORD')
  expect(unwrap(await grace.auth.deleteUser({ password }))).toEqual(mailed)
  const token = new URL(await deletionLink(email)).searchParams.get('token') ?? ''
  expect(unwrap(await grace.auth.deleteUser({ token }))).toEqual(deleted)
  expect(await isGone(email)).toBe(true)
})

it('a deletion link is valid for a day and for its recipient only', async () => {
  const mary = await newPerson('mary@somerville.test')
  const other = await newPerson('other@somerville.test')
  unwrap(await mary.auth.deleteUser())
  const link = await deletionLink('mary@somerville.test')
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(refusal(await other.auth.deleteUser({ token }))).toBe('404 INVALID_TOKEN')
  site.advanceTime(day + 1)
  const late = await mary.open(link)
  expect(late.status).toBe(404)
  expect(JSON.parse(late.text)).toMatchObject({ code: 'INVALID_TOKEN' })
  expect(await isGone('mary@somerville.test')).toBe(false)
})

it('the only operator of a server with users cannot delete their account', async () => {
  expect(refusal(await operator.auth.deleteUser())).toBe(
    '400 THIS_SERVER_NEEDS_AT_LEAST_ONE_OPERATOR',
  )
})
