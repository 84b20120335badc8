import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { signInAtProvider, testOpenIdProvider } from '../open-id-provider.ts'
import { anotherBrowser, isSignedIn, newPerson } from '../people.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'
import { get } from '../wire.ts'

const company = await testOpenIdProvider(() => site)
const site: Site = testSite(company.env)

const person = (name: string, isVerified = true) => ({
  sub: `${name}-1`,
  name,
  email: `${name}@company.test`,
  email_verified: isVerified,
})

/** Signs a visitor in at the provider; returns the callback URL without opening it. */
async function signInUpToCallback(
  visitor: Visitor,
  who: ReturnType<typeof person>,
): Promise<string> {
  company.person = who
  const input = { provider: 'company', callbackURL: '/dashboard', errorCallbackURL: '/oh' }
  const { url } = unwrap(await visitor.auth.signIn.social(input))
  let back = ''
  const open = (link: string) => {
    back = link
    return Promise.resolve({ status: 0, location: null, text: '' })
  }
  await signInAtProvider({ ...visitor, open }, site, url)
  return back
}

describe('GHSA-g38m-r43w-p2q7 / CVE-2026-53516: a stranger registered the address first', () => {
  it('and does not get the provider account of its owner', async () => {
    const attacker = await newPerson(site, 'victim@company.test')
    const victim = newVisitor(site)
    const { location } = await victim.open(await signInUpToCallback(victim, person('victim')))
    expect(location).toMatch(/^\/oh\?error=account_not_linked/)
    expect(await isSignedIn(victim)).toBe(false)
    expect(unwrap(await attacker.auth.listAccounts())).toHaveLength(1)
  })

  it('and an unverified address at the provider does not link to a verified account', async () => {
    const owner = await newPerson(site, 'owner@company.test')
    unwrap(await owner.auth.sendVerificationEmail({ email: owner.email }))
    await owner.open(await site.linkTo(owner.email, /Confirm your email/))
    const attacker = newVisitor(site)
    const back = await signInUpToCallback(attacker, person('owner', false))
    expect((await attacker.open(back)).location).toMatch(/^\/oh\?error=account_not_linked/)
    expect(await isSignedIn(attacker)).toBe(false)
  })
})

describe('GHSA-wxw3-q3m9-c3jr, #8949: the state belongs to one browser', () => {
  it('so an attacker’s link signs nobody in as the attacker', async () => {
    const [attacker, victim] = [newVisitor(site), newVisitor(site)]
    const link = await signInUpToCallback(attacker, person('eve'))
    const opened = await victim.open(link)
    expect(opened.location).toMatch(/error=please_restart_the_process/)
    expect(await isSignedIn(victim)).toBe(false)
    // Another browser must not consume the state either.
    expect((await attacker.open(link)).location).toBe('/dashboard')
  })

  it('even if the victim has started a sign-in of their own', async () => {
    const [attacker, victim] = [newVisitor(site), newVisitor(site)]
    const link = await signInUpToCallback(attacker, person('eve'))
    await signInUpToCallback(victim, person('vera'))
    expect((await victim.open(link)).location).toMatch(/error=please_restart_the_process/)
  })

  it('and a link of accounts belongs to its session', async () => {
    const victim = await newPerson(site, 'linked@example.test')
    const attacker = await newPerson(site, 'linker@example.test')
    company.person = person('mallory')
    const { url } = unwrap(
      await attacker.auth.linkSocial({ provider: 'company', callbackURL: '/x' }),
    )
    let link = ''
    const open = async (given: string) => {
      link = given
      return { status: 0, location: null, text: '' }
    }
    await signInAtProvider({ ...attacker, open }, site, url)
    expect((await victim.open(link)).location).toMatch(/error=please_restart/)
    expect(unwrap(await victim.auth.listAccounts())).toHaveLength(1)
  })
})

describe('GHSA-7w99-5wm4-3g79, CVE-2026-53517: single use holds under concurrency', () => {
  it('of 50 parallel callbacks with one code one signs in', async () => {
    const visitor = newVisitor(site)
    const link = await signInUpToCallback(visitor, person('often'))
    const cookie = visitor.jar.header()
    const path = link.slice(`${site.url}/api/auth`.length)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => get(newVisitor(site), path, { cookie })),
    )
    const places = answers.map(({ headers }) => headers.get('location'))
    expect(places.filter((place) => place === '/dashboard')).toHaveLength(1)
    expect(new Set(places).size).toBe(2)
    expect(answers.every(({ status }) => status === 302)).toBe(true)
  })

  it('50 parallel refreshes do not invalidate the rotating token', async () => {
    const visitor = newVisitor(site)
    await visitor.open(await signInUpToCallback(visitor, person('busy')))
    const refresh = () => visitor.auth.refreshToken({ providerId: 'company' })
    const all = () => Promise.all(Array.from({ length: 50 }, refresh))
    const answers = await site.withStoppedClock(all)
    const tokens = new Set(answers.map((answer) => unwrap(answer).accessToken))
    expect(tokens.size).toBe(1)
    unwrap(await refresh())
  })
})

it('11.3 (11): errors of a provider are not exposed', async () => {
  const visitor = newVisitor(site)
  await visitor.open(await signInUpToCallback(visitor, person('leak')))
  company.revokeAll()
  const answer = await visitor.auth.refreshToken({ providerId: 'company' })
  expect(refusal(answer)).toBe('400 FAILED_TO_REFRESH_ACCESS_TOKEN')
  const keys = ['code', 'message', 'status', 'statusText']
  expect(Object.keys(answer.error ?? {}).sort()).toEqual(keys)
})

it('#8983: a subject identifies a user only together with its provider', async () => {
  const owner = await newPerson(site, 'same@example.test')
  await site.server.database.pool.query(
    `insert into account (id, user_id, provider_id, account_id, created_at, updated_at)
     values (gen_random_uuid(), $1, 'github', 'same-1', now(), now())`,
    [owner.id],
  )
  const visitor = newVisitor(site)
  await visitor.open(await signInUpToCallback(visitor, person('same')))
  expect(unwrap(await visitor.auth.getSession()).user.id).not.toBe(owner.id)
  expect(await isSignedIn(await anotherBrowser(owner))).toBe(true)
})
