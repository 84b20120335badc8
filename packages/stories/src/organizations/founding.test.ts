import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { activeOf, type Founded, send } from '../guild.ts'
import { newcomer, type Person } from '../people.ts'
import { testSite } from '../site.ts'

const site = testSite({ GUILDHALL_ORGANIZATION_LIMIT: '3', GUILDHALL_ADMIN_EMAILS: 'op@hall.test' })

/** What operators do, which the client of this version has no name for. */
const askAdmin = ({ auth }: Person, name: string, query: Record<string, string>) =>
  auth.$fetch<Record<string, unknown>>(`/admin/${name}`, { query })
const sendAdmin = ({ auth }: Person, name: string, body: object) =>
  auth.$fetch<Record<string, unknown>>(`/admin/${name}`, { method: 'POST', body })

describe('Ada founds an organization', () => {
  it('whose slug she asks for first', async () => {
    const ada = await newcomer(site, 'ada@engines.test', { name: 'Ada Lovelace' })
    const { organization } = ada
    expect(told(await organization.checkSlug({ slug: 'engines' }))).toEqual({ status: true })
    const metadata = { plan: 'steam', cogs: 25_000 }
    const founded = told<Founded>(
      await organization.create({
        name: 'Analytical Engines',
        slug: 'engines',
        logo: 'https://engines.test/logo.png',
        metadata,
      }),
    )
    expect(founded).toMatchObject({
      name: 'Analytical Engines',
      slug: 'engines',
      logo: 'https://engines.test/logo.png',
      metadata,
      createdAt: expect.any(Date),
      members: [{ userId: ada.id, role: 'owner' }],
    })
    expect(refusal(await organization.checkSlug({ slug: 'engines' }))).toBe('400 SLUG_IS_TAKEN')
    const again = await organization.create({ name: 'Copy', slug: 'engines' })
    expect(refusal(again)).toBe('400 ORGANIZATION_ALREADY_EXISTS')
    expect(await activeOf(ada)).toBe(founded.id)
  })

  it('and sees it whole, with a first team that is called like it', async () => {
    const ada = await newcomer(site, 'ada2@engines.test')
    const { organization } = ada
    const { id } = told<Founded>(await organization.create({ name: 'Looms', slug: 'looms' }))
    const full = told(await organization.getFullOrganization())
    expect(full).toMatchObject({
      id,
      metadata: null,
      members: [{ role: 'owner', user: { id: ada.id, email: 'ada2@engines.test' } }],
      invitations: [],
      teams: [{ name: 'Looms', updatedAt: null }],
    })
    expect(told(await organization.list())).toMatchObject([{ id, slug: 'looms' }])
  })

  it('renames it, and moves it to another slug', async () => {
    const ada = await newcomer(site, 'ada3@engines.test')
    const { organization } = ada
    told(await organization.create({ name: 'Cards', slug: 'cards', metadata: { punched: true } }))
    const data = { name: 'Punched Cards', slug: 'punched-cards' }
    const changed = told(await organization.update({ data }))
    expect(changed).toMatchObject({ ...data, metadata: { punched: true } })
    const taken = await organization.update({ data: { slug: 'engines' } })
    expect(refusal(taken)).toBe('400 ORGANIZATION_ALREADY_EXISTS')
    const found = await organization.getFullOrganization({
      query: { organizationSlug: 'punched-cards' },
    })
    expect(told(found)).toMatchObject(data)
  })

  it('works in one at a time, and in none if she likes', async () => {
    const ada = await newcomer(site, 'ada4@engines.test')
    const { organization } = ada
    const first = told<Founded>(await organization.create({ name: 'One', slug: 'one' }))
    const kept = { name: 'Two', slug: 'two', keepCurrentActiveOrganization: true }
    const second = told<Founded>(await organization.create(kept))
    expect(await activeOf(ada)).toBe(first.id)
    const entered = told(await organization.setActive({ organizationSlug: 'two' }))
    expect(entered).toMatchObject({ id: second.id })
    expect(await activeOf(ada)).toBe(second.id)
    expect((await organization.setActive({ organizationId: null })).data).toBeNull()
    expect(await activeOf(ada)).toBeNull()
    expect((await organization.getFullOrganization()).data).toBeNull()
    const nameless = await organization.update({ data: { name: 'Three' } })
    expect(refusal(nameless)).toBe('400 NO_ACTIVE_ORGANIZATION')
    const strange = '00000000-0000-7000-8000-000000000000'
    const closed = await organization.setActive({ organizationId: strange })
    expect(refusal(closed)).toBe('403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('knows what she may do there', async () => {
    const ada = await newcomer(site, 'ada5@engines.test')
    const { organization } = ada
    const { id } = told<Founded>(await organization.create({ name: 'Five', slug: 'five' }))
    const may = async (permissions: Record<string, string[]>) =>
      told(await send(ada, 'has-permission', { permissions, organizationId: id }))
    expect(await may({ organization: ['update', 'delete'] })).toMatchObject({ success: true })
    expect(await may({ catalog: ['write'] })).toMatchObject({ success: true })
    expect(await may({ organization: ['fly'] })).toMatchObject({ success: false })
    const asked = await organization.hasPermission({ permissions: { member: ['create'] } })
    expect(told(asked)).toMatchObject({ success: true })
  })

  it('deletes it, and nothing of it stays', async () => {
    const ada = await newcomer(site, 'ada6@engines.test')
    const { organization } = ada
    const { id } = told<Founded>(await organization.create({ name: 'Six', slug: 'six' }))
    expect(told(await organization.delete({ organizationId: id }))).toMatchObject({ id })
    expect(told(await organization.list())).toEqual([])
    expect(await activeOf(ada)).toBeNull()
    expect(told(await organization.checkSlug({ slug: 'six' }))).toEqual({ status: true })
  })

  it('founds as many as are allowed, or as an operator allows her', async () => {
    const op = await newcomer(site, 'op@hall.test')
    told(await op.auth.sendVerificationEmail({ email: op.email }))
    await op.open(await site.linkTo(op.email, /confirm/i))
    const ada = await newcomer(site, 'ada7@engines.test')
    const { organization } = ada
    for (const slug of ['a', 'b', 'c']) told(await organization.create({ name: slug, slug }))
    const fourth = { name: 'd', slug: 'd' }
    expect(refusal(await organization.create(fourth))).toBe(
      '403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
    )
    const allowance = { userId: ada.id, limit: 4 }
    const allowed = told(await sendAdmin(op, 'set-organization-limit', allowance))
    expect(allowed).toMatchObject({ limit: 4 })
    const asked = told(await askAdmin(op, 'get-organization-limit', { userId: ada.id }))
    expect(asked).toMatchObject({ limit: 4, default: 3 })
    told(await organization.create(fourth))
  })
})
