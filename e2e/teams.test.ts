import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import {
  hasFocus,
  holdRequests,
  type Person,
  press,
  serverWithOperator,
  toastsOn,
  waitForFocus,
} from './operators.ts'
import { addMember, createOrganization, createTeam, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
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
let secondId = ''

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  mira = await app.signUp('Mira Roth')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  secondId = (await createTeam(page, northwind)).id
  await addMember(app, northwind, jun, 'member')
  await addMember(app, northwind, mira, 'admin')
  await app.query('update member set team_id = $1 where user_id = any($2)', [
    secondId,
    [jun.id, mira.id],
  ])
  await app.endVisits()
})

const teamsOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/settings/teams${search}`
const inSecond = () => teamsOf(northwind, `?team=${secondId}`)

const pages = [
  ['teams', () => ada, () => teamsOf(northwind)],
  ['teams-as-member', () => jun, () => teamsOf(northwind)],
] as const

const rows = (page: Page) => rowsIn(page, 'Teams')
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name }) })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

const openDialog = (page: Page, name: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, name), action)

/** Opens the teams of a new organization of Ada's, which has another member. */
async function openInNewOrganization(name: string, colleague: string) {
  const member = await app.signUp(colleague)
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  await addMember(app, organization, member, 'member')
  await openPath(page, teamsOf(organization))
  await waitUntilLoaded(page)
  return { page, organization, member }
}

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test.each([
  ['team', () => ada],
  ['team-as-member', () => jun],
] as const)('%s fits and is accessible', (name, person) =>
  forEachView(app.viewAs(person(), inSecond()), async (page, view) => {
    await sheet(page, 'Second team').getByText(jun.email).waitFor()
    await expectAccessibleView(page, name, { ...view, window: true })
  }),
)

test('the actions on a team fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, teamsOf(northwind)), async (page, eachView) => {
    await menuOf(page, northwind.name).click()
    await item(page, 'Remove…').waitFor()
    await eachView((view) => screenshot(page, 'team-menu', { ...view, window: true }))
    await press(page, 'Escape')
    await expectAccessibleDialogs(menuOf(page, 'Second team'), eachView, {
      'team-rename': 'Rename…',
      'team-remove': 'Remove…',
    })
  }))

test('a team is created, renamed and removed by keyboard', async () => {
  const { page } = await openInNewOrganization('Keys', 'Kay Key')
  await press(page, 'c')
  const form = page.getByRole('dialog', { name: 'Create a team' })
  await expect.poll(() => hasFocus(form.getByLabel('Name'))).toBe(true)
  await press(page, 'Enter')
  await form.getByText('Enter a name.').waitFor()
  await page.keyboard.type('Support')
  await press(page, 'Enter')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Support created')
  await expect.poll(() => rows(page).count()).toBe(2)
  await menuOf(page, 'Support').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Rename…'))).toBe(true)
  await press(page, 'Enter')
  const rename = page.getByRole('dialog', { name: 'Rename Support' })
  await rename.getByLabel('Name').fill('Help desk')
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Support renamed to Help desk')
  await expect.poll(() => hasFocus(menuOf(page, 'Help desk'))).toBe(true)
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Rename…'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Remove…'))).toBe(true)
  await press(page, 'Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remove Help desk?' })
  await dialog.getByText('It has no members.').waitFor()
  await waitForFocus(dialog)
  await press(page, 'Tab', 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Help desk removed')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

describe('a team isn’t removed', () => {
  test('by one of its members', async () => {
    const page = await app.openAs(ada, teamsOf(northwind))
    await rowOf(page, northwind.name).getByText('yours').waitFor()
    await menuOf(page, northwind.name).click()
    await expect.poll(() => item(page, 'Remove…').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => item(page, 'Remove…').innerText()).toContain('You are in this team.')
  })

  test('if it is the last one, and the refusal says what to do', async () => {
    const { page, organization } = await openInNewOrganization('Last', 'Lou Last')
    await app.query('update member set team_id = null where organization_id = $1', [
      organization.id,
    ])
    await page.reload()
    await waitUntilLoaded(page)
    const dialog = await openDialog(page, 'Last', 'Remove…')
    await dialog.getByRole('button', { name: 'Remove team' }).click()
    await dialog.getByText('You can’t remove the last team').waitFor()
    await screenshot(page, 'team-last', { width: 1280, theme: 'light', window: true })
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('by a member who was just added to it', async () => {
    const { page, organization } = await openInNewOrganization('Joined', 'Joe Join')
    const { id } = await createTeam(page, organization)
    await page.reload()
    await waitUntilLoaded(page)
    const dialog = await openDialog(page, 'Second team', 'Remove…')
    await app.query('update member set team_id = $1 where organization_id = $2 and user_id = $3', [
      id,
      organization.id,
      ada.id,
    ])
    await dialog.getByRole('button', { name: 'Remove team' }).click()
    await dialog.getByText('You are in this team.').waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await expect.poll(() => rowOf(page, 'Second team').innerText()).toContain('yours')
  })
})

describe('the members of a team', () => {
  test('are added and removed in a panel by keyboard', async () => {
    const { page, member } = await openInNewOrganization('Staff', 'Sam Staff')
    await page.getByRole('button', { name: 'Create team' }).click()
    await waitForFocus(page.getByRole('dialog', { name: 'Create a team' }))
    await page.keyboard.type('Support')
    await press(page, 'Enter')
    await rowOf(page, 'Support').waitFor()
    await rowOf(page, 'Support').getByRole('link').focus()
    await press(page, 'Enter')
    await page.waitForURL('**/teams?team=*')
    const panel = sheet(page, 'Support')
    await panel.getByText('This team has no members yet.').waitFor()
    const add = panel.getByRole('button', { name: 'Add to the team' })
    await add.click()
    await panel.getByText('Choose members to add.').waitFor()
    const field = panel.getByRole('combobox', { name: 'Add members' })
    for (const name of ['sam', 'ada']) {
      await field.focus()
      await page.keyboard.type(name)
      await page.getByRole('option').first().waitFor()
      await press(page, 'Enter')
    }
    await add.focus()
    await press(page, 'Enter')
    await expect.poll(() => toastsOn(page)).toContain('2 members are now in Support')
    const list = panel.getByRole('region', { name: 'Members' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(2)
    await panel.getByRole('button', { name: `Remove ${member.name}` }).focus()
    await press(page, 'Enter')
    await expect.poll(() => list.count()).toBe(1)
    await expect.poll(() => hasFocus(panel.getByRole('heading', { name: /^Members/ }))).toBe(true)
    await press(page, 'Escape')
    await page.waitForURL('**/teams')
    await expect.poll(() => hasFocus(rowOf(page, 'Support').getByRole('link'))).toBe(true)
    await expect.poll(() => rowOf(page, 'Support').innerText()).toContain('1')
    await rowOf(page, 'Support').getByText('yours').waitFor()
  })

  test('are removed without moving the focus from another field', async () => {
    const { page, organization, member } = await openInNewOrganization('Crew', 'Kim Crew')
    const { id } = await createTeam(page, organization)
    await app.query('update member set team_id = $1 where user_id = $2', [id, member.id])
    await openPath(page, teamsOf(organization, `?team=${id}`))
    const panel = sheet(page, 'Second team')
    const release = await holdRequests(page, /remove-team-member/)
    await panel.getByRole('button', { name: `Remove ${member.name}` }).click()
    const field = panel.getByRole('combobox', { name: 'Add members' })
    await field.focus()
    release()
    await expect.poll(() => toastsOn(page)).toContain(`${member.name} removed from Second team`)
    expect(await hasFocus(field)).toBe(true)
  })

  test('are read-only for members', async () => {
    const page = await app.openAs(jun, inSecond())
    const panel = sheet(page, 'Second team')
    await panel.getByText(mira.email).waitFor()
    await panel.getByText('Owners and admins manage team members.').waitFor()
    await expect.poll(() => panel.getByRole('button').allInnerTexts()).toEqual([''])
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('**/teams')
    await expect.poll(() => page.getByRole('button', { name: 'Create team' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  })
})

test('teams are found by name, and the URL keeps it', async () => {
  const page = await app.openAs(ada, teamsOf(northwind))
  await rows(page).nth(1).waitFor()
  await press(page, '/')
  await page.keyboard.type('second')
  await page.waitForURL('**/teams?q=second')
  await expect.poll(() => rows(page).count()).toBe(1)
  await press(page, 'Tab', 'j', 'Enter')
  await sheet(page, 'Second team').waitFor()
  await page.waitForURL(`**/teams?q=second&team=${secondId}`)
  await page.goBack()
  await sheet(page, 'Second team').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('nobody')
  await page.getByRole('button', { name: 'Show all teams' }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
})
