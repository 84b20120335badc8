import { beforeAll, describe, expect, it } from 'vitest'
import { connectedServer } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Buyer,
  buy,
  connect,
  grantsOf,
  newBuyer,
  newRole,
  openRoleShop,
  type RoleShop,
  refund,
  sell,
  until,
  untilGrant,
} from '../../../../test/external-grants.ts'
import { newMember } from '../../../../test/owned-organization.ts'
import { repeatReactions } from '../../../../test/repeat-reactions.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { bookClub } from '../../../../test/stand-in-discord.ts'
import { reactionsOf } from '../../../platform/jobs.ts'
import { notifyUndeliveredJob } from '../jobs/notify-undelivered.ts'

const db = testDatabase()
const server = connectedServer(db)
let shop: RoleShop
let accounts = 100

beforeAll(async () => {
  shop = await openRoleShop(server.current)
})

async function newReader(): Promise<Buyer> {
  const id = `8200000000000000${++accounts}`
  server.current.discord.at.account = { id, username: `reader-${accounts}` }
  const buyer = await newBuyer(shop)
  await connect(shop, buyer, 'discord')
  return buyer
}

const breakBot = () =>
  server.current.discord.guilds.set(bookClub.id, { ...bookClub, botRoleIds: null })
const mendBot = () => server.current.discord.guilds.set(bookClub.id, bookClub)

const linkTo = (benefitId: string) =>
  `${server.current.url}/dashboard/${shop.organization.slug}/benefits/${benefitId}`

async function mailsTo(email: string, link: string) {
  const all = await server.current.sentMails()
  return all.filter(({ to, links }) => to === email && links.includes(link))
}

const mailsAbout = (benefitId: string) => mailsTo(shop.organization.owner.email, linkTo(benefitId))

const failedCount = async (benefitId: string) =>
  (await grantsOf(shop, `benefit_id=${benefitId}&status=failed`)).length

async function newFailing(buyers: number) {
  mendBot()
  const role = await newRole(shop)
  const sold = await sell(shop, [role])
  const all = []
  for (let made = 0; made < buyers; made++) all.push(await newReader())
  breakBot()
  for (const buyer of all) await buy(shop, buyer, sold)
  await until(async () => expect(await failedCount(role)).toBe(buyers))
  return { role, sold }
}

describe('members are mailed about a benefit that fails', () => {
  it('once for all its customers, with the provider’s words and a link to retry', async () => {
    const { role, sold } = await newFailing(3)
    const [mail, ...others] = await mailsAbout(role)
    expect(others).toEqual([])
    expect(mail && headingOf(mail)).toBe('A benefit can’t be delivered')
    const [grant] = await grantsOf(shop, `benefit_id=${role}`)
    const words = mail?.text.replaceAll('\u200B', '')
    expect(grant?.error?.message).toMatch(/no longer a member of this Discord server/)
    expect(words).toContain(`Discord says: “${grant?.error?.message}”`)
    expect(words).toMatch(/Not delivered to: [123] customers?\n/)
    await buy(shop, await newReader(), sold)
    await until(async () => expect(await failedCount(role)).toBe(4))
    expect(await mailsAbout(role)).toHaveLength(1)
  })

  it('again a day later, if it still fails', async () => {
    const { role, sold } = await newFailing(1)
    expect(await mailsAbout(role)).toHaveLength(1)
    server.current.clock.advance(86_400)
    await buy(shop, await newReader(), sold)
    await until(async () => expect(await failedCount(role)).toBe(2))
    const mails = await mailsAbout(role)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text).toContain('Not delivered to: 2 customers')
  })

  it('for each of several benefits', async () => {
    const [one, other] = [await newFailing(1), await newFailing(1)]
    expect(await mailsAbout(one.role)).toHaveLength(1)
    expect(await mailsAbout(other.role)).toHaveLength(1)
  })

  it('only if they may manage benefits', async () => {
    const admin = await newMember(server.current, shop.organization, 'admin')
    const member = await newMember(server.current, shop.organization, 'member')
    const { role } = await newFailing(1)
    expect(await mailsTo(admin.email, linkTo(role))).toHaveLength(1)
    expect(await mailsTo(member.email, linkTo(role))).toEqual([])
  })

  it('once, however often the job runs', async () => {
    const { role } = await newFailing(1)
    expect(await mailsAbout(role)).toHaveLength(1)
    const reactions = reactionsOf([notifyUndeliveredJob])
    expect(await repeatReactions(db.database, reactions)).toContain(notifyUndeliveredJob.name)
    expect(await mailsAbout(role)).toHaveLength(1)
  })

  it('not while the customer only has to connect an account', async () => {
    const role = await newRole(shop)
    const buyer = await newBuyer(shop)
    const orderId = await buy(shop, buyer, await sell(shop, [role]))
    await untilGrant(shop, `order_id=${orderId}`, 'waiting')
    expect(await mailsAbout(role)).toEqual([])
  })

  it('that can’t be taken back', async () => {
    const role = await newRole(shop)
    const orderId = await buy(shop, await newReader(), await sell(shop, [role]))
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    breakBot()
    await refund(shop, orderId)
    await untilNotTaken(orderId)
    const [mail] = await mailsAbout(role)
    expect(mail && headingOf(mail)).toBe('A benefit can’t be taken back')
    expect(mail?.text).toContain('Not taken from: 1 customer\n')
  })

  it('that was deleted, with what is left to do', async () => {
    const role = await newRole(shop)
    const orderId = await buy(shop, await newReader(), await sell(shop, [role]))
    await untilGrant(shop, `order_id=${orderId}`, 'granted')
    breakBot()
    const { owner, slug } = shop.organization
    await inDashboard(server.current, owner).remove(`/benefits/${role}`)
    await server.current.settle()
    await untilNotTaken(orderId)
    const link = `${server.current.url}/dashboard/${slug}/benefits`
    const [mail, ...others] = await mailsTo(owner.email, link)
    expect(others).toEqual([])
    expect(mail?.text).toContain('Take from these customers at Discord what they still have.')
  })
})

const untilNotTaken = (orderId: string) =>
  until(async () => {
    const [grant] = await grantsOf(shop, `order_id=${orderId}`)
    expect(grant?.error?.type).toBe('BenefitRevocationError')
  })
