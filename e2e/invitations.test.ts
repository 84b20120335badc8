import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import {
  hasFocus,
  type Person,
  password,
  press,
  serverWithOperator,
  toastsOn,
  waitForFocus,
} from './operators.ts'
import {
  addMember,
  createOrganization,
  createTeam,
  invite,
  type Organization,
} from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  screenshot,
  waitUntilLoaded,
} from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
let mira: Person
let northwind: Organization
let quiet: Organization

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  mira = await app.signUp('Mira Roth')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  quiet = await createOrganization(page, 'Quiet')
  await createTeam(page, northwind)
  await addMember(app, northwind, jun, 'member')
  await addMember(app, northwind, mira, 'admin')
  const long = 'somebody.with.a.very.long.address.indeed'
  for (const name of ['tomas', 'elif', long, 'accepted', 'rejected', 'canceled', 'late']) {
    await invite(page, northwind, `${name}@company.example`)
  }
  for (const status of ['accepted', 'rejected', 'canceled']) {
    await app.query('update invitation set status = $1 where email = $2', [
      status,
      `${status}@company.example`,
    ])
  }
  await app.query(`update invitation set role = 'owner' where email like $1`, ['elif@%'])
  await app.query(
    `update invitation set created_at = now() - interval '3 days', expires_at = now() - interval '1 day'
      where email like $1`,
    ['late@%'],
  )
  await app.endVisits()
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

const openDialog = (page: Page, email: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, email), action)

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: /^Invite people to/ })
  await dialog.waitFor()
  return dialog
}

/** Opens the invitations of a new organization of Ada's, with these addresses invited. */
async function openInNewOrganization(name: string, ...invited: readonly string[]) {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  for (const email of invited) await invite(page, organization, email)
  await openPath(page, invitationsOf(organization))
  await waitUntilLoaded(page)
  return { page, organization }
}

async function linksTo(email: string): Promise<string[]> {
  const mails = await app.server.sentMails()
  return mails.filter(({ to }) => to === email).flatMap(({ links }) => links.slice(0, 1))
}

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the actions on an invitation fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, invitationsOf(northwind)), async (page, eachView) => {
    const email = 'tomas@company.example'
    await menuOf(page, email).click()
    await item(page, 'Cancel…').waitFor()
    await eachView((view) => screenshot(page, 'invitation-menu', { ...view, window: true }))
    await press(page, 'Escape')
    await expectAccessibleDialogs(menuOf(page, email), eachView, {
      'invitation-resend': 'Send again…',
      'invitation-cancel': 'Cancel…',
    })
  }))

test('the form fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, invitationsOf(northwind)), async (page, eachView) => {
    const dialog = await openForm(page)
    await dialog.getByLabel('Email addresses').fill(`${jun.email}, tomas@company.example`)
    await eachView((view) => screenshot(page, 'invite', { ...view, window: true }))
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(`${jun.email} is already a member.`).waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'invite-refused', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

describe('inviting', () => {
  test('works by keyboard and restores the focus', async () => {
    const { page } = await openInNewOrganization('Keys')
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Invite people to Keys' })
    await waitForFocus(dialog)
    await page.keyboard.type('first@keys.example')
    await boxOf(dialog, 'Admin').focus()
    await press(page, 'Space')
    await dialog.getByRole('button', { name: 'Invite' }).focus()
    await press(page, 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toastsOn(page)).toContain('first@keys.example invited')
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Admin')])
    expect(await linksTo('first@keys.example')).toHaveLength(1)
    const button = page.getByRole('button', { name: 'Invite people' })
    await button.click()
    await dialog.waitFor()
    await press(page, 'Escape')
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  test('accepts several addresses, with a team and several roles', async () => {
    const { page } = await openInNewOrganization('Several')
    const dialog = await openForm(page)
    await dialog
      .getByLabel('Email addresses')
      .fill('Ben <ben@several.example>, cleo@several.example\ndan@several.example')
    await boxOf(dialog, 'Admin').check()
    await dialog.getByRole('combobox', { name: 'Team' }).fill('several')
    await page.getByRole('option', { name: 'Several' }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toastsOn(page)).toContain('3 people invited')
    await expect.poll(() => rows(page).count()).toBe(3)
    for (const words of ['Admin', 'Member', 'Several']) {
      await expect.poll(() => rows(page).first().innerText()).toContain(words)
    }
  })

  test('validates addresses and roles', async () => {
    const page = await app.openAs(ada, invitationsOf(northwind))
    const dialog = await openForm(page)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Enter an email address.').waitFor()
    const addresses = dialog.getByLabel('Email addresses')
    await expect.poll(() => hasFocus(addresses)).toBe(true)
    await addresses.fill('mira')
    await dialog.getByText('“mira” isn’t an email address.').waitFor()
    await addresses.fill('mira@nowhere')
    await boxOf(dialog, 'Member').uncheck()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Choose at least one role.').waitFor()
    await boxOf(dialog, 'Member').check()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('“mira@nowhere” isn’t an email address.').waitFor()
  })

  test('keeps refused addresses, says why, and offers a new invitation', async () => {
    const { page, organization } = await openInNewOrganization('Mixed')
    await addMember(app, organization, jun, 'member')
    await invite(page, organization, 'again@mixed.example')
    const dialog = await openForm(page)
    const addresses = dialog.getByLabel('Email addresses')
    await addresses.fill(`new@mixed.example, ${jun.email}, again@mixed.example`)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(`${jun.email} is already a member.`).waitFor()
    await dialog.getByText('again@mixed.example is already invited.').waitFor()
    await expect.poll(() => toastsOn(page)).toContain('new@mixed.example invited')
    await expect.poll(() => addresses.inputValue()).toBe(`${jun.email}\nagain@mixed.example`)
    await expect.poll(() => hasFocus(addresses)).toBe(true)
    await dialog.getByRole('button', { name: 'Send a new invitation' }).click()
    await expect.poll(() => addresses.inputValue()).toBe(jun.email)
    await expect.poll(() => dialog.getByText('is already invited').count()).toBe(0)
    await dialog.getByText(`${jun.email} is already a member.`).waitFor()
    await addresses.fill('')
    await expect.poll(() => dialog.getByText('is already a member').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await linksTo('again@mixed.example')).toHaveLength(2)
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  test('owners is reserved to owners, and members can’t invite', async () => {
    const page = await app.openAs(mira, invitationsOf(northwind))
    const dialog = await openForm(page)
    await expect.poll(() => boxOf(dialog, 'Owner').count()).toBe(0)
    await dialog.getByText('Only owners can add owners.').waitFor()
    await press(page, 'Escape')
    await menuOf(page, 'elif@company.example').click()
    await expect.poll(() => item(page, 'Send again…').getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => item(page, 'Send again…').innerText())
      .toContain('Only owners can invite owners.')

    const plain = await app.openAs(jun, invitationsOf(northwind))
    await plain.getByText('Open invitations are not shown to you').waitFor()
    await expect.poll(() => plain.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    await expect.poll(() => plain.getByText('tomas@company.example').count()).toBe(0)
  })
})

describe('an open invitation', () => {
  test('is sent again and replaced by the new one', async () => {
    const email = 'ruth@resent.example'
    const { page } = await openInNewOrganization('Resent', email)
    const dialog = await openDialog(page, email, 'Send again…')
    await dialog.getByText('The previous link stops working.').waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => toastsOn(page)).toContain(`New invitation sent to ${email}`)
    const [before, after] = await linksTo(email)
    assert(before !== undefined && after !== undefined && before !== after)
    await page.getByRole('tab', { name: /^Past/ }).click()
    await page.waitForURL('**/invitations?show=past')
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining('canceled')])
  })

  test('is canceled, and says so if it already was', async () => {
    const email = 'cora@canceled.example'
    const { page } = await openInNewOrganization('Canceled', email)
    const dialog = await openDialog(page, email, 'Cancel…')
    await app.query('update invitation set status = $1 where email = $2', ['accepted', email])
    await dialog.getByRole('button', { name: 'Cancel the invitation' }).click()
    await dialog.getByText('This invitation was just answered or canceled').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await page.getByText('No open invitations').waitFor()
    await app.query('update invitation set status = $1 where email = $2', ['pending', email])
    await page.reload()
    const again = await openDialog(page, email, 'Cancel…')
    await again.getByRole('button', { name: 'Cancel the invitation' }).click()
    await expect.poll(() => toastsOn(page)).toContain(`Invitation for ${email} canceled`)
    await page.getByText('No open invitations').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })

  test('has a link to copy, and shows it where the clipboard is blocked', async () => {
    const page = await app.openAs(ada, invitationsOf(northwind))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = 'tomas@company.example'
    await menuOf(page, email).click()
    await item(page, 'Copy link').click()
    await expect.poll(() => toastsOn(page)).toContain('Link copied')
    const [mailed] = await linksTo(email)
    assert(mailed !== undefined)
    // Only the mail contains the secret.
    const link = mailed.replace(/\.[\w-]{51}$/, '')
    expect(link).not.toBe(mailed)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))
    })
    await menuOf(page, email).click()
    await item(page, 'Copy link').click()
    await expect.poll(() => toastsOn(page)).toContain(link)
  })
})

describe('a past invitation', () => {
  test('shows its outcome, and its address can be invited again', async () => {
    const page = await app.openAs(ada, invitationsOf(northwind, '?show=past'))
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
    const dialog = await openDialog(page, email, 'Invite again…')
    await expect.poll(() => dialog.getByLabel('Email addresses').inputValue()).toBe(email)
    await expect.poll(() => boxOf(dialog, 'Admin').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toastsOn(page)).toContain(`${email} invited`)
    await expect.poll(() => menuOf(page, email).count()).toBe(0)
    await page.getByRole('tab', { name: /^Open/ }).click()
    await page.waitForURL('**/invitations')
    await row(email).waitFor()
  })

  test('is found by its address, and the URL keeps the search', async () => {
    const page = await app.openAs(ada, invitationsOf(northwind, '?show=past'))
    await page.getByRole('searchbox').waitFor()
    await press(page, '/')
    await page.keyboard.type('reject')
    await page.waitForURL('**/invitations?show=past&q=reject')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('searchbox').fill('nobody')
    await page.getByRole('button', { name: 'Show all invitations' }).click()
    await page.waitForURL('**/invitations?show=past')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
  })
})

describe('inviting an owner', () => {
  const age = (days: number) =>
    app.query(
      `update session set created_at = created_at - make_interval(days => $1) where user_id = $2`,
      [days, ada.id],
    )

  test('asks for the password if the sign-in is old, and keeps what was typed', async () => {
    const page = await app.signInAs(ada)
    await openPath(page, invitationsOf(quiet))
    await age(2)
    const dialog = await openForm(page)
    await dialog.getByLabel('Email addresses').fill('next-owner@company.example')
    await boxOf(dialog, 'Owner').check()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const field = confirmation.getByLabel('Password', { exact: true })
    await field.waitFor()
    await expect.poll(() => hasFocus(field)).toBe(true)
    await page.keyboard.press('Escape')
    await confirmation.waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Email addresses').inputValue()).toBe(
      'next-owner@company.example',
    )
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await field.fill(password)
    expect(await accessibilityViolations(page)).toEqual([])
    await confirmation.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect.poll(() => toastsOn(page)).toContain('next-owner@company.example invited')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringContaining('next-owner@company.example')])
  })

  test('asks for the password before it sends the invitation again', async () => {
    const page = await app.signInAs(ada)
    await openPath(page, invitationsOf(quiet))
    await age(2)
    const question = await openDialog(page, 'next-owner@company.example', 'Send again…')
    await question.getByRole('button', { name: 'Send again' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirmation.getByLabel('Password', { exact: true }).fill(password)
    await confirmation.getByRole('button', { name: 'Send again' }).click()
    await expect
      .poll(() => toastsOn(page))
      .toContain('New invitation sent to next-owner@company.example')
  })
})
