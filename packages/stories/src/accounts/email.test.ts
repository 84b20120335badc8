import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { hour, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()
const password = 'a staple for the battery'

async function newcomer(email: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  told(await visitor.auth.signUp.email({ name: 'Ada', email, password }))
  return visitor
}

const me = async ({ auth }: Visitor) => told(await auth.getSession()).user

async function proved(email: string): Promise<Visitor> {
  const visitor = await newcomer(email)
  told(await visitor.auth.sendVerificationEmail({ email }))
  await visitor.open(await site.linkTo(email, /Confirm your e-mail/))
  expect(await me(visitor)).toMatchObject({ emailVerified: true })
  return visitor
}

describe('proving an address', () => {
  it('is done by the link of a mail, which leads on to where Ada was', async () => {
    const email = 'ada@lovelace.test'
    const ada = await newcomer(email)
    told(await ada.auth.sendVerificationEmail({ email, callbackURL: '/account?from=mail' }))
    const link = await site.linkTo(email, /Confirm your e-mail/)
    expect(await ada.open(link)).toMatchObject({ status: 302, location: '/account?from=mail' })
    expect(await me(ada)).toMatchObject({ emailVerified: true })
    // A mail program may have opened it first: whoever comes second finds what they wanted.
    expect((await ada.open(link)).location).toBe('/account?from=mail')
  })

  it('can be done by the client, too', async () => {
    const email = 'tool@lovelace.test'
    const ada = await newcomer(email)
    told(await ada.auth.sendVerificationEmail({ email }))
    const link = new URL(await site.linkTo(email, /Confirm your e-mail/))
    const token = link.searchParams.get('token') ?? ''
    expect(told(await ada.auth.verifyEmail({ query: { token } }))).toEqual({
      status: true,
      user: null,
    })
    const invented = await ada.auth.verifyEmail({ query: { token: 'invented' } })
    expect(refusal(invented)).toBe('401 INVALID_TOKEN')
  })

  it('has an hour', async () => {
    const email = 'late@lovelace.test'
    const ada = await newcomer(email)
    told(await ada.auth.sendVerificationEmail({ email, callbackURL: '/account' }))
    const link = await site.linkTo(email, /Confirm your e-mail/)
    site.pass(hour + 1)
    expect((await ada.open(link)).location).toBe('/account?error=token_expired')
    const token = new URL(link).searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('401 TOKEN_EXPIRED')
  })

  it('is over with the address that it was mailed to', async () => {
    const ada = await newcomer('given-up@lovelace.test')
    told(await ada.auth.sendVerificationEmail({ email: 'given-up@lovelace.test' }))
    const link = new URL(await site.linkTo('given-up@lovelace.test', /Confirm your e-mail/))
    told(await ada.auth.changeEmail({ newEmail: 'taken-up@lovelace.test' }))
    const token = link.searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('401 USER_NOT_FOUND')
  })

  it('is asked for one’s own address, while it is not proved', async () => {
    const ada = await newcomer('own@lovelace.test')
    const other = await ada.auth.sendVerificationEmail({ email: 'other@lovelace.test' })
    expect(refusal(other)).toBe('400 YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL')
    const done = await proved('done@lovelace.test')
    const again = await done.auth.sendVerificationEmail({ email: 'done@lovelace.test' })
    expect(refusal(again)).toBe('400 YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL')
  })
})

describe('changing an address', () => {
  it('that is proved asks that address first, then tells it, and proves the new one', async () => {
    const ada = await proved('before@lovelace.test')
    const wish = { newEmail: 'after@lovelace.test', callbackURL: '/account' }
    expect(told(await ada.auth.changeEmail(wish))).toEqual({ status: true })
    expect(await me(ada)).toMatchObject({ email: 'before@lovelace.test' })

    const consent = await site.linkTo('before@lovelace.test', /Confirm the change/)
    expect((await newVisitor(site).open(consent)).location).toBe('/account?error=unauthorized')
    expect((await ada.open(consent)).location).toBe('/account')
    expect(await me(ada)).toMatchObject({ email: 'after@lovelace.test', emailVerified: false })
    await site.mailTo('before@lovelace.test', /was changed/)

    await ada.open(await site.linkTo('after@lovelace.test', /Confirm your e-mail/))
    expect(await me(ada)).toMatchObject({ email: 'after@lovelace.test', emailVerified: true })
  })

  it('that proves nothing is done at once', async () => {
    const ada = await newcomer('typo@lovelcae.test')
    told(await ada.auth.changeEmail({ newEmail: 'right@lovelace.test' }))
    expect(await me(ada)).toMatchObject({ email: 'right@lovelace.test', emailVerified: false })
    await site.linkTo('right@lovelace.test', /Confirm your e-mail/)
  })

  it('is shown while it waits, and can be called off', async () => {
    const ada = await proved('undecided@lovelace.test')
    told(await ada.auth.changeEmail({ newEmail: 'elsewhere@lovelace.test' }))
    const waiting = told(await ada.auth.$fetch<{ expiresAt: Date }>('/pending-email-change'))
    expect(waiting).toMatchObject({
      newEmail: 'elsewhere@lovelace.test',
      sentTo: 'undecided@lovelace.test',
    })
    expect(waiting.expiresAt).toBeInstanceOf(Date)
    const link = await site.linkTo('undecided@lovelace.test', /Confirm the change/)
    const called = await ada.auth.$fetch('/cancel-email-change', { method: 'POST' })
    expect(told(called)).toEqual({ status: true })
    expect(await ada.auth.$fetch('/pending-email-change')).toMatchObject({ data: null })
    expect((await ada.open(link)).location).toBe('/?error=invalid_token')
    expect(await me(ada)).toMatchObject({ email: 'undecided@lovelace.test' })
  })

  it('leads neither to the same nor to another’s', async () => {
    const ada = await newcomer('me@lovelace.test')
    await newcomer('taken@lovelace.test')
    const same = await ada.auth.changeEmail({ newEmail: 'ME@lovelace.test' })
    expect(refusal(same)).toBe('400 EMAIL_IS_THE_SAME')
    const taken = await ada.auth.changeEmail({ newEmail: 'taken@lovelace.test' })
    expect(refusal(taken)).toBe('400 COULDNT_UPDATE_YOUR_EMAIL')
  })

  it('finds the new one taken in the meantime', async () => {
    const ada = await proved('slow@lovelace.test')
    told(await ada.auth.changeEmail({ newEmail: 'wanted@lovelace.test' }))
    await newcomer('wanted@lovelace.test')
    const link = new URL(await site.linkTo('slow@lovelace.test', /Confirm the change/))
    const token = link.searchParams.get('token') ?? ''
    const late = await ada.auth.verifyEmail({ query: { token } })
    expect(refusal(late)).toBe('400 COULDNT_UPDATE_YOUR_EMAIL')
    expect(await me(ada)).toMatchObject({ email: 'slow@lovelace.test', emailVerified: true })
  })
})
