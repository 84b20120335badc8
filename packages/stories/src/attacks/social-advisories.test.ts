import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { signInThere, testOpenIdProvider } from '../open-id-provider.ts'
import { elsewhere, isIn, newcomer } from '../people.ts'
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

/** A visitor's way to the company, up to where the browser would come back. */
async function comingBack(visitor: Visitor, who: ReturnType<typeof person>): Promise<string> {
  company.person = who
  const wish = { provider: 'company', callbackURL: '/dashboard', errorCallbackURL: '/oh' }
  const { url } = told(await visitor.auth.signIn.social(wish))
  let back = ''
  const open = (link: string) => {
    back = link
    return Promise.resolve({ status: 0, location: null, text: '' })
  }
  await signInThere({ ...visitor, open }, site, url)
  return back
}

describe('GHSA-g38m-r43w-p2q7 / CVE-2026-53516: who registered another’s address first', () => {
  it('doesn’t get the account that its owner comes in with', async () => {
    const attacker = await newcomer(site, 'victim@company.test')
    const victim = newVisitor(site)
    const { location } = await victim.open(await comingBack(victim, person('victim')))
    expect(location).toMatch(/^\/oh\?error=account_not_linked/)
    expect(await isIn(victim)).toBe(false)
    expect(told(await attacker.auth.listAccounts())).toHaveLength(1)
  })

  it('nor does an address that the provider hasn’t proved lead into a proved account', async () => {
    const owner = await newcomer(site, 'owner@company.test')
    told(await owner.auth.sendVerificationEmail({ email: owner.email }))
    await owner.open(await site.linkTo(owner.email, /Confirm your e-mail/))
    const attacker = newVisitor(site)
    const back = await comingBack(attacker, person('owner', false))
    expect((await attacker.open(back)).location).toMatch(/^\/oh\?error=account_not_linked/)
    expect(await isIn(attacker)).toBe(false)
  })
})

describe('GHSA-wxw3-q3m9-c3jr, #8949: the state belongs to one browser', () => {
  it('so nobody is signed in as the attacker by the attacker’s link', async () => {
    const [attacker, victim] = [newVisitor(site), newVisitor(site)]
    const link = await comingBack(attacker, person('eve'))
    const opened = await victim.open(link)
    expect(opened.location).toMatch(/error=please_restart_the_process/)
    expect(await isIn(victim)).toBe(false)
    // What isn’t theirs to use isn’t theirs to use up.
    expect((await attacker.open(link)).location).toBe('/dashboard')
  })

  it('also where the victim has begun a sign-in of their own', async () => {
    const [attacker, victim] = [newVisitor(site), newVisitor(site)]
    const link = await comingBack(attacker, person('eve'))
    await comingBack(victim, person('vera'))
    expect((await victim.open(link)).location).toMatch(/error=please_restart_the_process/)
  })

  it('and a link of accounts to the session it was begun in', async () => {
    const victim = await newcomer(site, 'linked@example.test')
    const attacker = await newcomer(site, 'linker@example.test')
    company.person = person('mallory')
    const { url } = told(await attacker.auth.linkSocial({ provider: 'company', callbackURL: '/x' }))
    let link = ''
    const open = async (given: string) => {
      link = given
      return { status: 0, location: null, text: '' }
    }
    await signInThere({ ...attacker, open }, site, url)
    expect((await victim.open(link)).location).toMatch(/error=please_restart/)
    expect(told(await victim.auth.listAccounts())).toHaveLength(1)
  })
})

describe('GHSA-7w99-5wm4-3g79, CVE-2026-53517: what works once works once', () => {
  it('of 50 who come back at once with one code, one is signed in', async () => {
    const visitor = newVisitor(site)
    const link = await comingBack(visitor, person('often'))
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

  it('of 50 refreshes at once none burns the token that rotates', async () => {
    const visitor = newVisitor(site)
    await visitor.open(await comingBack(visitor, person('busy')))
    const refresh = () => visitor.auth.refreshToken({ providerId: 'company' })
    const all = () => Promise.all(Array.from({ length: 50 }, refresh))
    const answers = await site.atOneMoment(all)
    const tokens = new Set(answers.map((answer) => told(answer).accessToken))
    expect(tokens.size).toBe(1)
    told(await refresh())
  })
})

it('11.3 (11): what a provider says when it refuses stays with the server', async () => {
  const visitor = newVisitor(site)
  await visitor.open(await comingBack(visitor, person('leak')))
  company.dismissAll()
  const answer = await visitor.auth.refreshToken({ providerId: 'company' })
  expect(refusal(answer)).toBe('400 FAILED_TO_REFRESH_ACCESS_TOKEN')
  const said = ['code', 'message', 'status', 'statusText']
  expect(Object.keys(answer.error ?? {}).sort()).toEqual(said)
})

it('#8983: an id means nothing without its provider', async () => {
  const owner = await newcomer(site, 'same@example.test')
  await site.server.database.pool.query(
    `insert into account (id, user_id, provider_id, account_id, created_at, updated_at)
     values (gen_random_uuid(), $1, 'github', 'same-1', now(), now())`,
    [owner.id],
  )
  const visitor = newVisitor(site)
  await visitor.open(await comingBack(visitor, person('same')))
  expect(told(await visitor.auth.getSession()).user.id).not.toBe(owner.id)
  expect(await isIn(await elsewhere(owner))).toBe(true)
})
