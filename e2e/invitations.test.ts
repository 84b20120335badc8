import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  hasFocus,
  hasTakenFocus,
  newsOn,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { createTeam, enroll, found, invite, type Organization } from './organizers.ts'
import {
  arrive,
  expectInOrder,
  expectPageInOrder,
  isLoaded,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let mira: Person
let northwind: Organization
let quiet: Organization

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  mira = await place.signUp('Mira Roth')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  quiet = await found(page, 'Quiet')
  await createTeam(page, northwind)
  await enroll(place, northwind, jun, 'member')
  await enroll(place, northwind, mira, 'admin')
  const long = 'somebody.with.a.very.long.address.indeed'
  for (const name of ['tomas', 'elif', long, 'accepted', 'rejected', 'canceled', 'late']) {
    await invite(page, northwind, `${name}@company.example`)
  }
  for (const status of ['accepted', 'rejected', 'canceled']) {
    await place.query('update invitation set status = $1 where email = $2', [
      status,
      `${status}@company.example`,
    ])
  }
  await place.query(`update invitation set role = 'owner' where email like $1`, ['elif@%'])
  await place.query(
    `update invitation set created_at = now() - interval '3 days', expires_at = now() - interval '1 day'
      where email like $1`,
    ['late@%'],
  )
  await place.leave()
})

const invitationsOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/invitations${search}`

const pages = [
  ['invitations', () => ada, () => invitationsOf(northwind)],
  ['invitations-past', () => ada, () => invitationsOf(northwind, '?show=past')],
  ['invitations-none', () => ada, () => invitationsOf(quiet)],
  ['invitations-as-member', () => jun, () => invitationsOf(northwind)],
] as const

const rows = (page: Page) => rowsIn(page)
const menuOf = (page: Page, email: string) =>
  page.getByRole('button', { name: `Actions for ${email}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const boxOf = (dialog: Locator, role: string) =>
  dialog.getByRole('checkbox', { name: new RegExp(`^${role}`) })

/** By the menu of an address. */
async function ask(page: Page, email: string, action: string): Promise<Locator> {
  await menuOf(page, email).click()
  await item(page, action).click()
  const dialog = page.locator('[role=dialog]:not(.toast), [role=alertdialog]')
  await dialog.waitFor()
  return dialog
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: /^Invite people to/ })
  await dialog.waitFor()
  return dialog
}

/** Ada with an organization that only this test knows, to which some are invited. */
async function arriveWithOwn(name: string, ...invited: readonly string[]) {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  for (const email of invited) await invite(page, organization, email)
  await arrive(page, invitationsOf(organization))
  await isLoaded(page)
  return { page, organization }
}

async function linksTo(email: string): Promise<string[]> {
  const mails = await place.server.sentMails()
  return mails.filter(({ to }) => to === email).flatMap(({ links }) => links.slice(0, 1))
}

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('what can be done about an invitation is in order', () =>
  onEachScreen(place.lookAs(ada, invitationsOf(northwind)), async (page, inEach) => {
    const email = 'tomas@company.example'
    await menuOf(page, email).click()
    await item(page, 'Cancel…').waitFor()
    await inEach((view) => picture(page, 'invitation-menu', { ...view, window: true }))
    await press(page, 'Escape')
    for (const [name, action] of [
      ['invitation-resend', 'Send again…'],
      ['invitation-cancel', 'Cancel…'],
    ] as const) {
      const dialog = await ask(page, email, action)
      await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  }))

test('the form is in order', () =>
  onEachScreen(place.lookAs(ada, invitationsOf(northwind)), async (page, inEach) => {
    const dialog = await openForm(page)
    await dialog.getByLabel('E-mail addresses').fill(`${jun.email}, tomas@company.example`)
    await inEach((view) => picture(page, 'invite', { ...view, window: true }))
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(`${jun.email} is a member already.`).waitFor()
    await inEach((view) => expectInOrder(page, 'invite-refused', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

describe('inviting', () => {
  test('is done by keyboard alone, and the focus comes back', async () => {
    const { page } = await arriveWithOwn('Keys')
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Invite people to Keys' })
    await hasTakenFocus(dialog)
    await page.keyboard.type('first@keys.example')
    await boxOf(dialog, 'Admin').focus()
    await press(page, 'Space')
    await dialog.getByRole('button', { name: 'Invite' }).focus()
    await press(page, 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain('first@keys.example is invited')
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Admin')])
    expect(await linksTo('first@keys.example')).toHaveLength(1)
    const button = page.getByRole('button', { name: 'Invite people' })
    await button.click()
    await dialog.waitFor()
    await press(page, 'Escape')
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  test('takes several at once, into a team and with several roles', async () => {
    const { page } = await arriveWithOwn('Several')
    const dialog = await openForm(page)
    await dialog
      .getByLabel('E-mail addresses')
      .fill('Ben <ben@several.example>, cleo@several.example\ndan@several.example')
    await boxOf(dialog, 'Admin').check()
    await dialog.getByRole('combobox', { name: 'Team' }).fill('several')
    await page.getByRole('option', { name: 'Several' }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain('3 people are invited')
    await expect.poll(() => rows(page).count()).toBe(3)
    for (const words of ['Admin', 'Member', 'Several']) {
      await expect.poll(() => rows(page).first().innerText()).toContain(words)
    }
  })

  test('says at once what is missing or odd', async () => {
    const page = await place.arriveAs(ada, invitationsOf(northwind))
    const dialog = await openForm(page)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Enter an e-mail address.').waitFor()
    const addresses = dialog.getByLabel('E-mail addresses')
    await expect.poll(() => hasFocus(addresses)).toBe(true)
    await addresses.fill('mira')
    await dialog.getByText('“mira” isn’t an e-mail address.').waitFor()
    await addresses.fill('mira@nowhere')
    await boxOf(dialog, 'Member').uncheck()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Choose at least one role.').waitFor()
    await boxOf(dialog, 'Member').check()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('“mira@nowhere” isn’t an e-mail address.').waitFor()
  })

  test('keeps who can’t be invited, says why, and offers a new invitation', async () => {
    const { page, organization } = await arriveWithOwn('Mixed')
    await enroll(place, organization, jun, 'member')
    await invite(page, organization, 'again@mixed.example')
    const dialog = await openForm(page)
    const addresses = dialog.getByLabel('E-mail addresses')
    await addresses.fill(`new@mixed.example, ${jun.email}, again@mixed.example`)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(`${jun.email} is a member already.`).waitFor()
    await dialog.getByText('again@mixed.example is invited already.').waitFor()
    await expect.poll(() => newsOn(page)).toContain('new@mixed.example is invited')
    await expect.poll(() => addresses.inputValue()).toBe(`${jun.email}\nagain@mixed.example`)
    await expect.poll(() => hasFocus(addresses)).toBe(true)
    await dialog.getByRole('button', { name: 'Send a new invitation' }).click()
    await expect.poll(() => addresses.inputValue()).toBe(jun.email)
    await expect.poll(() => dialog.getByText('is invited already').count()).toBe(0)
    await dialog.getByText(`${jun.email} is a member already.`).waitFor()
    await addresses.fill('')
    await expect.poll(() => dialog.getByText('is a member already').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await linksTo('again@mixed.example')).toHaveLength(2)
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  test('is left to owners where it makes owners, and is not there for members', async () => {
    const page = await place.arriveAs(mira, invitationsOf(northwind))
    const dialog = await openForm(page)
    await expect.poll(() => boxOf(dialog, 'Owner').count()).toBe(0)
    await dialog.getByText('Only an owner makes others owners.').waitFor()
    await press(page, 'Escape')
    await menuOf(page, 'elif@company.example').click()
    await expect.poll(() => item(page, 'Send again…').getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => item(page, 'Send again…').innerText())
      .toContain('Only owners invite owners.')

    const plain = await place.arriveAs(jun, invitationsOf(northwind))
    await rows(plain).first().waitFor()
    await expect.poll(() => plain.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    await menuOf(plain, 'tomas@company.example').click()
    await expect.poll(() => plain.getByRole('menuitem').allInnerTexts()).toEqual(['Copy link'])
  })
})

describe('an open invitation', () => {
  test('is sent again, and the new one takes its place', async () => {
    const email = 'ruth@resent.example'
    const { page } = await arriveWithOwn('Resent', email)
    const dialog = await ask(page, email, 'Send again…')
    await dialog.getByText('The link that they have now no longer works.').waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => newsOn(page)).toContain(`${email} has a new invitation`)
    const [before, after] = await linksTo(email)
    assert(before !== undefined && after !== undefined && before !== after)
    await page.getByRole('tab', { name: /^Past/ }).click()
    await page.waitForURL('**/invitations?show=past')
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining('canceled')])
  })

  test('is canceled, and says so when somebody was quicker', async () => {
    const email = 'cora@canceled.example'
    const { page } = await arriveWithOwn('Canceled', email)
    const dialog = await ask(page, email, 'Cancel…')
    await place.query('update invitation set status = $1 where email = $2', ['accepted', email])
    await dialog.getByRole('button', { name: 'Cancel the invitation' }).click()
    await dialog.getByText('It’s no longer open').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await page.getByText('Nobody is invited').waitFor()
    await place.query('update invitation set status = $1 where email = $2', ['pending', email])
    await page.reload()
    const again = await ask(page, email, 'Cancel…')
    await again.getByRole('button', { name: 'Cancel the invitation' }).click()
    await expect.poll(() => newsOn(page)).toContain(`The invitation of ${email} is canceled`)
    await page.getByText('Nobody is invited').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })

  test('has a link to copy, and shows it where copying is forbidden', async () => {
    const page = await place.arriveAs(ada, invitationsOf(northwind))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = 'tomas@company.example'
    await menuOf(page, email).click()
    await item(page, 'Copy link').click()
    await expect.poll(() => newsOn(page)).toContain('Link copied')
    const [link] = await linksTo(email)
    assert(link !== undefined)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await menuOf(page, email).click()
    await item(page, 'Copy link').click()
    await expect.poll(() => newsOn(page)).toContain(link)
  })
})

describe('a past invitation', () => {
  test('says what came of it, and whoever it was for can be invited again', async () => {
    const page = await place.arriveAs(ada, invitationsOf(northwind, '?show=past'))
    const row = (email: string) => rows(page).filter({ hasText: email })
    for (const [name, word] of [
      ['accepted', 'accepted'],
      ['rejected', 'declined'],
      ['canceled', 'canceled'],
      ['late', 'expired'],
    ] as const) {
      await row(`${name}@company.example`).getByText(word, { exact: true }).waitFor()
    }
    await expect.poll(() => menuOf(page, 'accepted@company.example').count()).toBe(0)
    const email = 'late@company.example'
    const dialog = await ask(page, email, 'Invite again…')
    await expect.poll(() => dialog.getByLabel('E-mail addresses').inputValue()).toBe(email)
    await expect.poll(() => boxOf(dialog, 'Admin').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => newsOn(page)).toContain(`${email} is invited`)
    await expect.poll(() => menuOf(page, email).count()).toBe(0)
    await page.getByRole('tab', { name: /^Open/ }).click()
    await page.waitForURL('**/invitations')
    await row(email).waitFor()
  })

  test('is found by the letters of its address, which stand in the page’s', async () => {
    const page = await place.arriveAs(ada, invitationsOf(northwind, '?show=past'))
    await page.getByRole('searchbox').waitFor()
    await press(page, '/')
    await page.keyboard.type('reject')
    await page.waitForURL('**/invitations?show=past&q=reject')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL('**/invitations?show=past')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
  })
})
