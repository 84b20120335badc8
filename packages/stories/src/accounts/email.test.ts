import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { hour, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'

async function newPerson(email: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  unwrap(await visitor.auth.signUp.email({ name: 'Ada', email, password }))
  return visitor
}

const me = async ({ auth }: Visitor) => unwrap(await auth.getSession()).user

async function newVerifiedPerson(email: string): Promise<Visitor> {
  const visitor = await newPerson(email)
  unwrap(await visitor.auth.sendVerificationEmail({ email }))
  await visitor.open(await site.linkTo(email, /Confirm your email/))
  expect(await me(visitor)).toMatchObject({ emailVerified: true })
  return visitor
}

describe('verifying an email address', () => {
  it('works by a mailed link that redirects to the callback URL', async () => {
    const email = 'ada@lovelace.test'
    const ada = await newPerson(email)
    unwrap(await ada.auth.sendVerificationEmail({ email, callbackURL: '/account?from=mail' }))
    const link = await site.linkTo(email, /Confirm your email/)
    expect(await ada.open(link)).toMatchObject({ status: 302, location: '/account?from=mail' })
    expect(await me(ada)).toMatchObject({ emailVerified: true })
    // A mail program may have opened it first; the second visit must still succeed.
    expect((await ada.open(link)).location).toBe('/account?from=mail')
  })

  it('works by the client', async () => {
    const email = 'tool@lovelace.test'
    const ada = await newPerson(email)
    unwrap(await ada.auth.sendVerificationEmail({ email }))
    const link = new URL(await site.linkTo(email, /Confirm your email/))
    const token = link.searchParams.get('token') ?? ''
    expect(unwrap(await ada.auth.verifyEmail({ query: { token } }))).toEqual({
      status: true,
      user: null,
    })
    const invented = await ada.auth.verifyEmail({ query: { token: 'invented' } })
    expect(refusal(invented)).toBe('401 INVALID_TOKEN')
  })

  it('works in another browser with the password, which signs in', async () => {
    const email = 'two-devices@lovelace.test'
    const ada = await newPerson(email)
    unwrap(await ada.auth.sendVerificationEmail({ email }))
    const link = new URL(await site.linkTo(email, /Confirm your email/))
    const token = link.searchParams.get('token') ?? ''
    const phone = newVisitor(site)
    const confirm = (input: object) =>
      phone.auth.$fetch('/verify-email', { method: 'POST', body: { token, ...input } })
    expect(refusal(await confirm({}))).toMatch(/^403 /)
    expect(refusal(await confirm({ password: 'a guess' }))).toBe('400 INVALID_PASSWORD')
    unwrap(await confirm({ password }))
    expect(await me(phone)).toMatchObject({ email, emailVerified: true })
    expect(await me(ada)).toMatchObject({ email, emailVerified: true })
  })

  it('must happen within an hour', async () => {
    const email = 'late@lovelace.test'
    const ada = await newPerson(email)
    unwrap(await ada.auth.sendVerificationEmail({ email, callbackURL: '/account' }))
    const link = await site.linkTo(email, /Confirm your email/)
    site.advanceTime(hour + 1)
    expect((await ada.open(link)).location).toBe('/account?error=token_expired')
    const token = new URL(link).searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('401 TOKEN_EXPIRED')
  })

  it('is impossible once the address has changed', async () => {
    const ada = await newPerson('given-up@lovelace.test')
    unwrap(await ada.auth.sendVerificationEmail({ email: 'given-up@lovelace.test' }))
    const link = new URL(await site.linkTo('given-up@lovelace.test', /Confirm your email/))
    unwrap(await ada.auth.changeEmail({ newEmail: 'taken-up@lovelace.test' }))
    const token = link.searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('401 USER_NOT_FOUND')
  })

  it('can be requested only for the own unverified address', async () => {
    const ada = await newPerson('own@lovelace.test')
    const other = await ada.auth.sendVerificationEmail({ email: 'other@lovelace.test' })
    expect(refusal(other)).toBe('400 YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL')
    const done = await newVerifiedPerson('done@lovelace.test')
    const again = await done.auth.sendVerificationEmail({ email: 'done@lovelace.test' })
    expect(refusal(again)).toBe('400 YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL')
  })
})

describe('changing an email address', () => {
  it('must be confirmed by a verified address; the new one is verified afterwards', async () => {
    const ada = await newVerifiedPerson('before@lovelace.test')
    const input = { newEmail: 'after@lovelace.test', callbackURL: '/account' }
    expect(unwrap(await ada.auth.changeEmail(input))).toEqual({ status: true })
    expect(await me(ada)).toMatchObject({ email: 'before@lovelace.test' })

    const consent = await site.linkTo('before@lovelace.test', /Confirm the change/)
    expect((await newVisitor(site).open(consent)).location).toBe('/account?error=unauthorized')
    expect((await ada.open(consent)).location).toBe('/account')
    expect(await me(ada)).toMatchObject({ email: 'after@lovelace.test', emailVerified: false })
    await site.mailTo('before@lovelace.test', /was changed/)

    await ada.open(await site.linkTo('after@lovelace.test', /Confirm your email/))
    expect(await me(ada)).toMatchObject({ email: 'after@lovelace.test', emailVerified: true })
  })

  it('replaces an unverified address immediately', async () => {
    const ada = await newPerson('typo@lovelcae.test')
    unwrap(await ada.auth.changeEmail({ newEmail: 'right@lovelace.test' }))
    expect(await me(ada)).toMatchObject({ email: 'right@lovelace.test', emailVerified: false })
    await site.linkTo('right@lovelace.test', /Confirm your email/)
  })

  it('is listed while pending and can be canceled', async () => {
    const ada = await newVerifiedPerson('undecided@lovelace.test')
    unwrap(await ada.auth.changeEmail({ newEmail: 'another@lovelace.test' }))
    const waiting = unwrap(await ada.auth.$fetch<{ expiresAt: Date }>('/pending-email-change'))
    expect(waiting).toMatchObject({
      newEmail: 'another@lovelace.test',
      sentTo: 'undecided@lovelace.test',
    })
    expect(waiting.expiresAt).toBeInstanceOf(Date)
    const link = await site.linkTo('undecided@lovelace.test', /Confirm the change/)
    const called = await ada.auth.$fetch('/cancel-email-change', { method: 'POST' })
    expect(unwrap(called)).toEqual({ status: true })
    expect(await ada.auth.$fetch('/pending-email-change')).toMatchObject({ data: null })
    expect((await ada.open(link)).status).toBe(401)
    expect(await me(ada)).toMatchObject({ email: 'undecided@lovelace.test' })
  })

  it('is refused for the same address and for a taken one', async () => {
    const ada = await newPerson('me@lovelace.test')
    await newPerson('taken@lovelace.test')
    const same = await ada.auth.changeEmail({ newEmail: 'ME@lovelace.test' })
    expect(refusal(same)).toBe('400 EMAIL_IS_THE_SAME')
    const taken = await ada.auth.changeEmail({ newEmail: 'taken@lovelace.test' })
    expect(refusal(taken)).toBe('400 COULDNT_UPDATE_YOUR_EMAIL')
  })

  it('fails if the new address was taken meanwhile', async () => {
    const ada = await newVerifiedPerson('slow@lovelace.test')
    unwrap(await ada.auth.changeEmail({ newEmail: 'wanted@lovelace.test' }))
    await newPerson('wanted@lovelace.test')
    const link = new URL(await site.linkTo('slow@lovelace.test', /Confirm the change/))
    const token = link.searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('400 COULDNT_UPDATE_YOUR_EMAIL')
    expect(await me(ada)).toMatchObject({ email: 'slow@lovelace.test', emailVerified: true })
  })
})
