import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { activeOrganizationOf, type CreatedOrganization, send } from '../organization.ts'
import { newPerson, type Person } from '../people.ts'
import { testSite } from '../site.ts'

const site = testSite({ GUILDHALL_ORGANIZATION_LIMIT: '3', GUILDHALL_ADMIN_EMAILS: 'op@hall.test' })

/** Operations for operators that this client version lacks. */
const getAdmin = ({ auth }: Person, name: string, query: Record<string, string>) =>
  auth.$fetch<Record<string, unknown>>(`/admin/${name}`, { query })
const sendAdmin = ({ auth }: Person, name: string, body: object) =>
  auth.$fetch<Record<string, unknown>>(`/admin/${name}`, { method: 'POST', body })

describe('creating an organization', () => {
  it('starts with a free slug', async () => {
    const ada = await newPerson(site, 'ada@engines.test', { name: 'Ada Lovelace' })
    const { organization } = ada
    expect(unwrap(await organization.checkSlug({ slug: 'engines' }))).toEqual({ status: true })
    const metadata = { plan: 'steam', cogs: 25_000 }
    const created = unwrap<CreatedOrganization>(
      await organization.create({
        name: 'Analytical Engines',
        slug: 'engines',
        logo: 'https://engines.test/logo.png',
        metadata,
      }),
    )
    expect(created).toMatchObject({
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
    expect(await activeOrganizationOf(ada)).toBe(created.id)
  })

  it('includes a first team of the same name', async () => {
    const ada = await newPerson(site, 'ada2@engines.test')
    const { organization } = ada
    const { id } = unwrap<CreatedOrganization>(
      await organization.create({ name: 'Looms', slug: 'looms' }),
    )
    const full = unwrap(await organization.getFullOrganization())
    expect(full).toMatchObject({
      id,
      metadata: null,
      members: [{ role: 'owner', user: { id: ada.id, email: 'ada2@engines.test' } }],
      invitations: [],
      teams: [{ name: 'Looms', updatedAt: null }],
    })
    expect(unwrap(await organization.list())).toMatchObject([{ id, slug: 'looms' }])
  })

  it('allows renaming it and changing its slug', async () => {
    const ada = await newPerson(site, 'ada3@engines.test')
    const { organization } = ada
    unwrap(await organization.create({ name: 'Cards', slug: 'cards', metadata: { punched: true } }))
    const data = { name: 'Punched Cards', slug: 'punched-cards' }
    const changed = unwrap(await organization.update({ data }))
    expect(changed).toMatchObject({ ...data, metadata: { punched: true } })
    const taken = await organization.update({ data: { slug: 'engines' } })
    expect(refusal(taken)).toBe('400 ORGANIZATION_ALREADY_EXISTS')
    const found = await organization.getFullOrganization({
      query: { organizationSlug: 'punched-cards' },
    })
    expect(unwrap(found)).toMatchObject(data)
  })

  it('allows one active organization, or none', async () => {
    const ada = await newPerson(site, 'ada4@engines.test')
    const { organization } = ada
    const first = unwrap<CreatedOrganization>(
      await organization.create({ name: 'One', slug: 'one' }),
    )
    const inactive = { name: 'Two', slug: 'two', keepCurrentActiveOrganization: true }
    const second = unwrap<CreatedOrganization>(await organization.create(inactive))
    expect(await activeOrganizationOf(ada)).toBe(first.id)
    const activated = unwrap(await organization.setActive({ organizationSlug: 'two' }))
    expect(activated).toMatchObject({ id: second.id })
    expect(await activeOrganizationOf(ada)).toBe(second.id)
    expect((await organization.setActive({ organizationId: null })).data).toBeNull()
    expect(await activeOrganizationOf(ada)).toBeNull()
    expect((await organization.getFullOrganization()).data).toBeNull()
    const nameless = await organization.update({ data: { name: 'Three' } })
    expect(refusal(nameless)).toBe('400 ORGANIZATION_NOT_FOUND')
    const strange = '00000000-0000-7000-8000-000000000000'
    const closed = await organization.setActive({ organizationId: strange })
    expect(refusal(closed)).toBe('403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })

  it('grants permissions that can be checked', async () => {
    const ada = await newPerson(site, 'ada5@engines.test')
    const { organization } = ada
    const { id } = unwrap<CreatedOrganization>(
      await organization.create({ name: 'Five', slug: 'five' }),
    )
    const may = async (permissions: Record<string, string[]>) =>
      unwrap(await send(ada, 'has-permission', { permissions, organizationId: id }))
    expect(await may({ organization: ['update', 'delete'] })).toMatchObject({ success: true })
    expect(await may({ catalog: ['write'] })).toMatchObject({ success: true })
    expect(await may({ organization: ['fly'] })).toMatchObject({ success: false })
    const checked = await organization.hasPermission({ permissions: { member: ['create'] } })
    expect(unwrap(checked)).toMatchObject({ success: true })
  })

  it('can be undone by deleting it completely', async () => {
    const ada = await newPerson(site, 'ada6@engines.test')
    const { organization } = ada
    const { id } = unwrap<CreatedOrganization>(
      await organization.create({ name: 'Six', slug: 'six' }),
    )
    expect(unwrap(await organization.delete({ organizationId: id }))).toMatchObject({ id })
    expect(unwrap(await organization.list())).toEqual([])
    expect(await activeOrganizationOf(ada)).toBeNull()
    expect(unwrap(await organization.checkSlug({ slug: 'six' }))).toEqual({ status: true })
  })

  it('is limited, by default and by an operator', async () => {
    const op = await newPerson(site, 'op@hall.test')
    unwrap(await op.auth.sendVerificationEmail({ email: op.email }))
    await op.open(await site.linkTo(op.email, /confirm/i))
    const ada = await newPerson(site, 'ada7@engines.test')
    const { organization } = ada
    for (const slug of ['a', 'b', 'c']) unwrap(await organization.create({ name: slug, slug }))
    const fourth = { name: 'd', slug: 'd' }
    expect(refusal(await organization.create(fourth))).toBe(
      '403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
    )
    const input = { userId: ada.id, limit: 4 }
    const allowed = unwrap(await sendAdmin(op, 'set-organization-limit', input))
    expect(allowed).toMatchObject({ limit: 4 })
    const found = unwrap(await getAdmin(op, 'get-organization-limit', { userId: ada.id }))
    expect(found).toMatchObject({ limit: 4, default: 3 })
    unwrap(await organization.create(fourth))
  })
})
