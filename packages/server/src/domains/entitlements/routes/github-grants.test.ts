import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer, connectGitHub } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  buy,
  connect,
  grantOf,
  newBuyer,
  newRepository,
  openRoleShop,
  type RoleShop,
  refund,
  type Sold,
  sell,
  until,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { acmeRepositories } from '../../../../test/stand-in-github.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let rockets: Sold
let accounts = 0

beforeAll(async () => {
  shop = await openRoleShop(server.current)
  rockets = await sell(shop, [await newRepository(shop)])
})

async function newCoder(): Promise<Buyer & { readonly login: string }> {
  const login = `coder-${++accounts}`
  server.current.github.at.login = login
  const buyer = await newBuyer(shop)
  await connect(shop, buyer, 'github')
  return { ...buyer, login }
}

const accessOf = (login: string) => server.current.github.people.accessOf('acme/Rockets', login)

const mailsTo = (login: string) =>
  server.current.github.people.mails.filter((one) => one.startsWith(`${login}:`))

async function changeBenefit(id: string, change: object): Promise<void> {
  server.current.github.at.login = 'ann'
  await connectGitHub(server.current, shop.organization)
  const properties = { repository_owner: 'acme', repository_name: 'Rockets', ...change }
  const input = { type: 'github_repository', properties }
  const owner = inDashboard(server.current, shop.organization.owner)
  expect(await owner.patch(`/benefits/${id}`, input)).toMatchObject({ status: 200 })
}

describe('a repository', () => {
  it('invites the account, and withdraws an invitation that was not accepted', async () => {
    const buyer = await newCoder()
    const orderId = await buy(shop, buyer, rockets)
    const granted = await untilGrant(shop, `order_id=${orderId}`, 'granted')
    expect(granted.properties).toEqual({
      account_id: String(server.current.github.people.idOf(buyer.login)),
      repository_owner: 'acme',
      repository_name: 'Rockets',
      permission: 'pull',
      invitation: 'pending',
    })
    expect(accessOf(buyer.login)).toBe('invited: read')
    await refund(shop, orderId)
    await until(() => expect(accessOf(buyer.login)).toBeNull())
    expect(mailsTo(buyer.login)).toHaveLength(1)
  })

  it('removes a collaborator, also one with another name', async () => {
    const buyer = await newCoder()
    const orderId = await buy(shop, buyer, rockets)
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    server.current.github.people.accept('acme/Rockets', buyer.login)
    expect(accessOf(buyer.login)).toBe('pull')
    server.current.github.people.rename(buyer.login, `new-${buyer.login}`)
    server.current.github.people.idOf(buyer.login)
    await refund(shop, orderId)
    await until(() => expect(accessOf(`new-${buyer.login}`)).toBeNull())
  })

  it('gives the highest permission of all purchases, and the remaining one after a refund', async () => {
    const [buyer] = [await newCoder()]
    const push = await sell(shop, [await newRepository(shop, 'push')])
    const low = await buy(shop, buyer, rockets)
    await untilGrant(shop, `order_id=${low}`, 'granted')
    const high = await buy(shop, buyer, push)
    await untilGrant(shop, `order_id=${high}`, 'granted')
    expect(accessOf(buyer.login)).toBe('invited: write')
    server.current.github.people.accept('acme/Rockets', buyer.login)
    await refund(shop, high)
    await until(() => expect(accessOf(buyer.login)).toBe('pull'))
    expect(mailsTo(buyer.login)).toHaveLength(1)
    await refund(shop, low)
    await until(() => expect(accessOf(buyer.login)).toBeNull())
  })

  it('changes the permission of an open invitation and of a collaborator with its benefit', async () => {
    const id = await newRepository(shop)
    const sold = await sell(shop, [id])
    const [invited, member] = [await newCoder(), await newCoder()]
    for (const buyer of [invited, member]) {
      await buy(shop, buyer, sold)
      await untilGrant(shop, `benefit_id=${id}&customer_id=${buyer.customerId}`, 'granted')
    }
    server.current.github.people.accept('acme/Rockets', member.login)
    await changeBenefit(id, { permission: 'maintain' })
    await until(() => expect(accessOf(invited.login)).toBe('invited: maintain'))
    await until(() => expect(accessOf(member.login)).toBe('maintain'))
    expect(mailsTo(invited.login)).toHaveLength(1)
    await until(async () => {
      const found = await grantOf(shop, `benefit_id=${id}&customer_id=${member.customerId}`)
      expect(found).toMatchObject({ status: 'granted', properties: { permission: 'maintain' } })
    })
  })

  it('shows an invitation as accepted, a day later', async () => {
    const buyer = await newCoder()
    await buy(shop, buyer, rockets)
    const query = `customer_id=${buyer.customerId}`
    await untilGrant(shop, query, 'granted')
    server.current.github.people.accept('acme/Rockets', buyer.login)
    server.current.clock.advance(86_400)
    await until(async () => {
      const { properties } = await grantOf(shop, query)
      expect(properties).toMatchObject({ permission: 'pull', invitation: 'accepted' })
    })
    expect(mailsTo(buyer.login)).toHaveLength(1)
  })

  it('is left for another with its benefit', async () => {
    const id = await newRepository(shop)
    const sold = await sell(shop, [id])
    const [invited, member] = [await newCoder(), await newCoder()]
    for (const buyer of [invited, member]) {
      await buy(shop, buyer, sold)
      await untilGrant(shop, `benefit_id=${id}&customer_id=${buyer.customerId}`, 'granted')
    }
    server.current.github.people.accept('acme/Rockets', member.login)
    const planes = { owner: 'acme', name: 'Planes', admins: ['ann'], app: 'write' } as const
    server.current.github.at.repositories = [...acmeRepositories, planes]
    await changeBenefit(id, { repository_name: 'Planes', permission: 'push' })
    const { people } = server.current.github
    for (const { login } of [invited, member]) {
      await until(() => expect(people.accessOf('acme/Planes', login)).toBe('invited: write'))
      await until(() => expect(accessOf(login)).toBeNull())
    }
  })

  it('invites again a week later if nobody accepts', async () => {
    const buyer = await newCoder()
    await buy(shop, buyer, rockets)
    await untilGrant(shop, `customer_id=${buyer.customerId}`, 'granted')
    server.current.github.people.expire('acme/Rockets')
    server.current.clock.advance(86_400)
    await until(() => expect(mailsTo(buyer.login)).toHaveLength(2))
    expect(accessOf(buyer.login)).toBe('invited: read')
  })

  it.each([
    ['without an answer', 'loses its answer'],
    ['while GitHub is down', 'is unavailable'],
    ['over the limit', { limitedForSeconds: 1 }],
  ] as const)('is invited to once, although the first request is %s', async (_title, does) => {
    const buyer = await newCoder()
    const on = new RegExp(`^PUT .*/collaborators/${buyer.login}`)
    server.current.github.troubles.push({ on, does })
    await buy(shop, buyer, rockets)
    await untilGrant(shop, `customer_id=${buyer.customerId}`, 'granted')
    expect(accessOf(buyer.login)).toBe('invited: read')
    expect(mailsTo(buyer.login)).toHaveLength(1)
  })

  it('fails in GitHub’s words where the app is missing, or refuses', async () => {
    const buyer = await newCoder()
    server.current.github.at.repositories = acmeRepositories.map((one) => ({ ...one, app: null }))
    const orderId = await buy(shop, buyer, rockets)
    const failed = await untilGrant(shop, `order_id=${orderId}`, 'failed')
    expect(failed.error?.message).toBe(
      'The app is no longer installed for acme/Rockets, or the repository is gone. ' +
        'GitHub says: Not Found',
    )
    server.current.github.at.repositories = acmeRepositories
    const message = 'Validation Failed'
    const body = { message, errors: [{ message: 'Too many invitations today' }] }
    server.current.github.troubles.push({ on: /^PUT/, does: { refuses: 422, body } })
    const retry = () => shop.calls.post(`/benefit-grants/${failed.id}/retry`, {})
    expect(await retry()).toMatchObject({ status: 200 })
    await until(async () => {
      const { error } = await grantOf(shop, `order_id=${orderId}`)
      expect(error?.message).toBe('GitHub says: Validation Failed: Too many invitations today')
    })
    expect(await retry()).toMatchObject({ status: 200 })
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
  })

  it('waits for another account when the account is gone', async () => {
    const buyer = await newCoder()
    server.current.github.people.delete(buyer.login)
    const orderId = await buy(shop, buyer, rockets)
    const waiting = await untilGrant(shop, `order_id=${orderId}`, 'waiting')
    expect(waiting.error?.message).toMatch(/no longer exists/)
  })
})
