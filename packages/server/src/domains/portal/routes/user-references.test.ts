import { describe, expect, it } from 'vitest'
import {
  codeOf,
  listOf,
  serverOfUsers,
  subscriptionsOfUser,
} from '../../../../test/buying-users.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, newMember } from '../../../../test/owned-organization.ts'

const { server, sold, buy, portalOf, newUser, calls: seller } = serverOfUsers()

describe('subscriptions for something', () => {
  it('are seen by the members of the organization that they were bought for', async () => {
    const guild = await createOrganization(server())
    const [member, outsider] = [await newMember(server(), guild, 'member'), await newUser()]
    await buy(guild.owner, { products: sold().monthly.id, referenceId: guild.id })
    const query = `?referenceId=${guild.id}`
    const own = await subscriptionsOfUser(guild.owner, query)
    expect(own).toMatchObject([{ metadata: { referenceId: guild.id } }])
    const nil = '00000000-0000-0000-0000-000000000000'
    expect(own[0]?.['customerId']).not.toBe(nil)
    expect(await subscriptionsOfUser(member, query)).toMatchObject([
      { id: own[0]?.id, customerId: nil },
    ])
    expect(await subscriptionsOfUser(member)).toEqual([])
    expect(await subscriptionsOfUser(outsider, query)).toEqual([])
    expect(await subscriptionsOfUser(member, `${query}&active=false`)).toEqual([])
  })

  it('are otherwise the user’s own', async () => {
    const [gil, hal] = [await newUser(), await newUser()]
    await buy(gil, { products: sold().monthly.id, referenceId: 'project 7' })
    expect(await subscriptionsOfUser(gil, '?referenceId=project+7')).toHaveLength(1)
    expect(await subscriptionsOfUser(gil, '?referenceId=project+8')).toEqual([])
    await buy(hal, { products: sold().free.id })
    expect(await subscriptionsOfUser(hal, '?referenceId=project+7')).toEqual([])
  })
})

describe('events', () => {
  it('are of the user, if their names are listed', async () => {
    const ida = await newUser()
    await newMeter(seller, { name: 'Views' })
    const send = (event: string, metadata: object = {}) =>
      ida.browser.post('/api/auth/usage/ingest', { event, metadata })
    expect((await send('page_view', { page: '/' })).body).toEqual({ inserted: 1, duplicates: 0 })
    expect(codeOf(await send('refund'))).toBe('403 EVENT_NOT_FOR_USERS')
    expect(codeOf(await send('click', { tags: ['a'] }))).toBe('400 VALIDATION_ERROR')
    const { body } = await seller.get(`/events/?external_customer_id=${ida.id}`)
    expect(body).toMatchObject({
      items: [{ name: 'page_view', external_customer_id: ida.id, metadata: { page: '/' } }],
    })
  })

  it('are counted by the meters that the user sees', async () => {
    const joy = await newUser()
    const meter = await newMeter(seller, {
      name: 'Clicks',
      filter: {
        conjunction: 'and',
        clauses: [{ property: 'name', operator: 'eq', value: 'click' }],
      },
    })
    await portalOf(joy)
    const send = () => joy.browser.post('/api/auth/usage/ingest', { event: 'click', metadata: {} })
    await send()
    await send()
    const meters = await listOf(joy, 'usage/meters/list')
    const clicks = meters.filter(({ meterId }) => meterId === meter.id)
    expect(clicks).toMatchObject([{ consumedUnits: 2 }])
  })
})
