import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { newOwner } from '../organization.ts'
import { newPerson } from '../people.ts'
import { testSite } from '../site.ts'

const site = testSite()

/** One pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('an uploaded picture', () => {
  it('is the user’s image until they choose another', async () => {
    const { auth } = await newPerson(site, 'vera@guild.test')
    const send = { method: 'POST', body: { picture } } as const
    const { image } = unwrap(await auth.$fetch<{ image: string }>('/upload-picture', send))
    expect(unwrap(await auth.getSession()).user.image).toBe(image)
    expect((await fetch(image)).headers.get('content-type')).toBe('image/png')
    unwrap(await auth.updateUser({ image: null }))
    await site.server.settle()
    expect((await fetch(image)).status).toBe(404)
  })

  it('is the logo of an organization', async () => {
    const { auth, organization, organizationId } = await newOwner(site, 'veras')
    const send = { method: 'POST', body: { organizationId, picture } } as const
    const path = '/organization/upload-logo'
    const { logo } = unwrap(await auth.$fetch<{ logo: string }>(path, send))
    expect((await fetch(logo)).status).toBe(200)
    const query = { organizationId }
    expect(unwrap(await organization.getFullOrganization({ query }))).toMatchObject({ logo })
    const body = { organizationId, picture: btoa('<svg/>') }
    expect(refusal(await auth.$fetch(path, { ...send, body }))).toBe('400 PICTURE_NOT_SUPPORTED')
  })
})
